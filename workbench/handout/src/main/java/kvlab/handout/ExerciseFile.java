package kvlab.handout;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * A Java file, and where its exercises are.
 *
 * <p>A hand-out is the reference with holes in it, so that the two cannot drift apart. Somebody reads it and works on from
 * there, so nothing else may change, not a blank: the compiler's own parser tells from where to where the body of a marked
 * method goes, and the text around it is left alone.
 *
 * @param exercises in the order of the file
 */
record ExerciseFile(String text, List<Exercise> exercises) {

    private static final int LINE = 120;
    private static final String INDENT = "    ";

    /**
     * A marked method.
     *
     * @param method as {@code AckFrom.of}
     * @param from where its body opens
     * @param to behind the end of its body
     * @param isOpen whether its body does nothing but throw, as in a hand-out
     */
    record Exercise(String method, String rule, String task, int from, int to, boolean isOpen) {

        /** What the body of a hand-out throws. */
        String words() {
            return rule + ": " + task;
        }
    }

    static ExerciseFile of(String name, String text) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> complaints = new DiagnosticCollector<>();
        JavacTask task = (JavacTask)
                compiler.getTask(null, null, complaints, List.of("-proc:none"), null, List.of(new Source(name, text)));
        CompilationUnitTree file = task.parse().iterator().next();
        if (!complaints.getDiagnostics().isEmpty()) {
            throw new IOException(
                    name + " is no Java: " + complaints.getDiagnostics().get(0));
        }
        Finder finder = new Finder(file, Trees.instance(task).getSourcePositions());
        finder.scan(file, null);
        return new ExerciseFile(text, finder.exercises);
    }

    /** The text, with a throw that names the task in place of each body that is not kept. */
    String without(Predicate<Exercise> kept) {
        StringBuilder open = new StringBuilder();
        int at = 0;
        for (Exercise exercise : exercises) {
            if (!kept.test(exercise)) {
                open.append(text, at, exercise.from()).append(hole(exercise));
                at = exercise.to();
            }
        }
        return open.append(text, at, text.length()).toString();
    }

    private String hole(Exercise exercise) {
        String end = indentOf(exercise.to() - 1);
        String task = "\"" + exercise.words() + "\");";
        String line = end + INDENT + "throw new UnsupportedOperationException(";
        String body = line.length() + task.length() <= LINE ? line + task : line + "\n" + end + INDENT.repeat(3) + task;
        return "{\n" + body + "\n" + end + "}";
    }

    private String indentOf(int position) {
        int line = text.lastIndexOf('\n', position) + 1;
        int word = line;
        while (text.charAt(word) == ' ') {
            word++;
        }
        return text.substring(line, word);
    }

    private static final class Finder extends TreeScanner<Void, Void> {

        private final CompilationUnitTree file;
        private final SourcePositions positions;
        private final Deque<String> classes = new ArrayDeque<>();
        private final List<Exercise> exercises = new ArrayList<>();

        Finder(CompilationUnitTree file, SourcePositions positions) {
            this.file = file;
            this.positions = positions;
        }

        @Override
        public Void visitClass(ClassTree type, Void nothing) {
            classes.push(type.getSimpleName().toString());
            super.visitClass(type, nothing);
            classes.pop();
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            for (AnnotationTree mark : method.getModifiers().getAnnotations()) {
                if (mark.getAnnotationType().toString().equals("Exercise")) {
                    exercises.add(new Exercise(
                            classes.peek() + "." + method.getName(),
                            argument(mark, "rule"),
                            argument(mark, "value"),
                            (int) positions.getStartPosition(file, method.getBody()),
                            (int) positions.getEndPosition(file, method.getBody()),
                            isOpen(method.getBody())));
                }
            }
            return super.visitMethod(method, nothing);
        }

        private static boolean isOpen(BlockTree body) {
            return body.getStatements().size() == 1
                    && body.getStatements().get(0) instanceof ThrowTree thrown
                    && thrown.getExpression() instanceof NewClassTree exception
                    && exception.getIdentifier().toString().equals("UnsupportedOperationException");
        }

        private static String argument(AnnotationTree mark, String name) {
            for (ExpressionTree argument : mark.getArguments()) {
                if (argument instanceof AssignmentTree given
                        && given.getVariable().toString().equals(name)
                        && given.getExpression() instanceof LiteralTree literal) {
                    return literal.getValue().toString();
                }
            }
            throw new IllegalArgumentException(mark + " has no " + name + " that is a plain text");
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("text:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
