import "@fontsource-variable/figtree";
import "./styles/tokens.css";
import "./styles/card.css";
import "./styles/shell.css";
import "./styles/page.css";
import { mount } from "svelte";
import { api } from "./lib/api";
import { showTheme } from "./lib/settings.svelte";
import { loadWords } from "./words";

showTheme();
// The server knows a browser by a cookie, which it gives to whoever asks for the first time.
void api.guest().catch(() => undefined).then(loadWords).then(async () => {
  const { default: App } = await import("./App.svelte");
  mount(App, { target: document.getElementById("app")! });
});
