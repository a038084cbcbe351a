package kvlab.kernel;

/** What is said in place of something that cannot be shown here. */
record Sentence(String text) implements Shown {

    @Override
    public String html() {
        return Html.paragraph(text);
    }

    @Override
    public String toString() {
        return text;
    }
}
