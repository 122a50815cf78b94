// Notes of listings are small HTML. They are rebuilt element by element: only the names below, no attributes.

const KEPT = new Set(
  "B I U EM STRONG SMALL SUB SUP BR P DIV UL OL LI DL DT DD PRE CODE TT TABLE TBODY THEAD TR TD TH HR H1 H2 H3 H4 BLOCKQUOTE".split(" "),
);
const DROPPED = new Set("SCRIPT STYLE TEMPLATE IFRAME OBJECT EMBED SVG MATH HEAD TITLE NOSCRIPT".split(" "));
const HEADINGS = /^H[1-4]$/;

// The notes as elements. Text without markup keeps its line ends.
export function rendered(text) {
  const made = document.createDocumentFragment();
  if (!/<\/?[a-z][^>]*>|&[a-z]+;|&#\d+;/i.test(text)) {
    made.append(lines(text));
    return made;
  }
  const parsed = new DOMParser().parseFromString(text.replaceAll("\n", /<(br|p|li|tr|div)\b/i.test(text) ? "\n" : "<br>"), "text/html");
  copy(parsed.body, made);
  return made;
}

function copy(from, to) {
  for (const node of from.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) {
      to.append(node.data);
    } else if (node.nodeType === Node.ELEMENT_NODE && !DROPPED.has(node.tagName.toUpperCase())) {
      const name = node.tagName.toUpperCase();
      const made = KEPT.has(name) ? document.createElement(HEADINGS.test(name) ? "strong" : name) : to;
      copy(node, made);
      if (made !== to) to.append(made);
    }
  }
}

function lines(text) {
  const made = document.createElement("div");
  made.className = "plain";
  made.textContent = text;
  return made;
}
