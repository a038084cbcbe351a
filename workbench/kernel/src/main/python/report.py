"""A notebook as one page that needs nothing else: no script, font or style of another host."""

import html
import os
import re

from nbconvert import HTMLExporter
from pygments.formatters import HtmlFormatter

# Links of a notebook start from its own folder, and a report is in profiles/runs/ID.
NOTEBOOKS = "../../../notebooks/"

# A figure that names its run, which is no page.
CITED = re.compile(r'<a href="run:([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)


def page(notebook):
    exporter = HTMLExporter(template_name="basic", exclude_input_prompt=True, exclude_output_prompt=True)
    body, _ = exporter.from_notebook_node(notebook)
    body = CITED.sub(r'<cite title="run \1">\2</cite>', body)
    body = re.sub(r'(<a href=")(?![a-z]+:|#|/)', r"\1" + NOTEBOOKS, body)
    with open(os.path.join(os.path.dirname(__file__), "report.css"), encoding="utf-8") as file:
        style = file.read()
    style += HtmlFormatter(style="default", nobackground=True).get_style_defs(".highlight")
    dark = HtmlFormatter(style="github-dark", nobackground=True).get_style_defs(".highlight")
    style += "\n@media (prefers-color-scheme: dark) {\n" + dark + "\n}\n"
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(title(notebook))}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def title(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            heading = re.search(r"(?m)^#+ +(.+?)\s*$", cell.source)
            if heading:
                return heading.group(1)
    return "A notebook"
