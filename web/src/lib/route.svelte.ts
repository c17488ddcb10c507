// Where we are, from what follows # in the address: #/room/FROG42.
export const route: { parts: string[]; query: URLSearchParams } = $state({ parts: [], query: new URLSearchParams() });

function look(): void {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  route.parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  route.query = new URLSearchParams(query);
}

export function go(...parts: string[]): void {
  location.hash = "/" + parts.map(encodeURIComponent).join("/");
}

export function href(...parts: string[]): string {
  return "#/" + parts.map(encodeURIComponent).join("/");
}

look();
addEventListener("hashchange", look);
