// The page as it stands, as HTML. Unlike outerHTML it writes open shadow trees where their hosts
// stand, and no <noscript>: that is for those who see the page without scripts. Null past `most`
// characters.
(most) => {
  const VOID = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
  const RAW = new Set(["script", "style"]);
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const attribute = ({ name, value }) => ` ${name}="${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"`;
  const write = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      return RAW.has(node.parentNode && node.parentNode.localName) ? node.data : escape(node.data);
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.localName === "noscript") return "";
    const name = node.localName;
    if (name === "slot") {
      const assigned = node.assignedNodes();
      return (assigned.length ? assigned : [...node.childNodes]).map(write).join("");
    }
    const start = `<${name}${[...node.attributes].map(attribute).join("")}>`;
    if (VOID.has(name)) return start;
    const inside = name === "template" ? [] : [...(node.shadowRoot || node).childNodes];
    return `${start}${inside.map(write).join("")}</${name}>`;
  };
  const html = (document.doctype ? "<!DOCTYPE html>" : "") + write(document.documentElement);
  return html.length > most ? null : html;
}
