// Enough of Markdown for the rulebook's pages: headings, lists, tables, bold, code, links. All text is escaped first.
function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}

function inline(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>").replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replace(/\*([^*]+)\*/g, "<i>$1</i>").replace(/\[([^\]]+)\]\([^)]*\)/g, "$1");
}

interface Block {
  kind: "heading" | "item" | "row" | "text" | "gap";
  text: string;
  level: number; // of a heading
}

/** Paragraphs and items are one block each, over however many lines they go. */
function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  for (const line of markdown.split("\n")) {
    const heading = /^(#{1,4}) (.*)/.exec(line);
    const item = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line);
    const row = /^\|(.*)\|\s*$/.exec(line);
    const last = found.at(-1);
    if (heading) found.push({ kind: "heading", text: heading[2]!, level: heading[1]!.length });
    else if (row) found.push({ kind: "row", text: row[1]!, level: 0 });
    else if (item) found.push({ kind: "item", text: item[1]!, level: 0 });
    else if (!line.trim()) found.push({ kind: "gap", text: "", level: 0 });
    else if (last?.kind === "text" || (last?.kind === "item" && line.startsWith("  "))) last.text += ` ${line.trim()}`;
    else found.push({ kind: "text", text: line, level: 0 });
  }
  return found;
}

/** The clause that a block states, by which it can be found: GP-R20, or a heading's own words. */
function clause(block: Block): string {
  const name = block.kind === "heading" ? block.text : /^\s*\*\*([A-Z]{2}-[A-Z]?\d+)\*\*/.exec(block.text)?.[1] ?? "";
  return name && ` data-clause="${escaped(name)}"`;
}

/** Only what has all the words in it, under its headings. */
function sifted(all: Block[], words: string[]): Block[] {
  const kept: Block[] = [];
  let above: Block[] = [];
  for (const block of all) {
    if (block.kind === "heading") above = [...above.filter(({ level }) => level < block.level), block];
    else if (block.kind === "gap") kept.push(block);
    else if (words.every((word) => block.text.toLowerCase().includes(word))) {
      kept.push(...above.filter((heading) => !kept.includes(heading)), block);
    }
  }
  return kept;
}

/** As HTML; with words to look for, only what has them in it. */
export function drawn(markdown: string, wanted = ""): string {
  const out: string[] = [];
  let open = "";
  const close = (): void => {
    if (open) out.push(`</${open}>`);
    open = "";
  };
  const inside = (tag: string): void => {
    if (open !== tag) {
      close();
      // A wide table scrolls by itself, also with the keyboard.
      out.push(tag === "table" ? '<table tabindex="0">' : `<${tag}>`);
      open = tag;
    }
  };
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  for (const block of words.length ? sifted(blocks(markdown), words) : blocks(markdown)) {
    if (block.kind === "heading") {
      close();
      out.push(`<h${block.level}${clause(block)}>${inline(block.text)}</h${block.level}>`);
    } else if (block.kind === "item") {
      inside("ul");
      out.push(`<li${clause(block)}>${inline(block.text)}</li>`);
    } else if (block.kind === "row") {
      if (/^[\s|:-]+$/.test(block.text)) continue;
      const tag = open === "table" || words.length ? "td" : "th";
      inside("table");
      out.push(`<tr${clause(block)}>${block.text.split("|").map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join("")}</tr>`);
    } else if (block.kind === "gap") {
      close();
    } else {
      inside("p");
      out.push(inline(block.text) + " ");
    }
  }
  close();
  return out.join("");
}
