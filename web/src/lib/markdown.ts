// Enough of Markdown for the rulebook's pages: headings, lists, tables, bold, code, links. All text is escaped first.
function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function inline(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>").replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replace(/\*([^*]+)\*/g, "<i>$1</i>").replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
}

export function drawn(markdown: string): string {
  const out: string[] = [];
  let open = "";
  const close = (): void => {
    if (open) out.push(`</${open}>`);
    open = "";
  };
  const inside = (tag: string): void => {
    if (open !== tag) {
      close();
      out.push(`<${tag}>`);
      open = tag;
    }
  };
  for (const line of markdown.split("\n")) {
    const heading = /^(#{1,4}) (.*)/.exec(line);
    const item = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line);
    const row = /^\|(.*)\|\s*$/.exec(line);
    if (heading) {
      close();
      out.push(`<h${heading[1]!.length}>${inline(heading[2]!)}</h${heading[1]!.length}>`);
    } else if (item) {
      inside("ul");
      out.push(`<li>${inline(item[1]!)}</li>`);
    } else if (row) {
      if (/^[\s|:-]+$/.test(row[1]!)) continue;
      const tag = open === "table" ? "td" : "th";
      inside("table");
      out.push(`<tr>${row[1]!.split("|").map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join("")}</tr>`);
    } else if (!line.trim()) {
      close();
    } else {
      inside("p");
      out.push(inline(line) + " ");
    }
  }
  close();
  return out.join("");
}
