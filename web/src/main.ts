import "@fontsource-variable/figtree";
import "./styles/tokens.css";
import "./styles/card.css";
import "./styles/shell.css";
import "./styles/page.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { api } from "./lib/api";
import { route } from "./lib/route.svelte";
import { showTheme } from "./lib/settings.svelte";
import { loadWords } from "./words";

showTheme();
// The server knows a browser by a cookie, which it gives to whoever asks for the first time. What the start page
// shows is fetched meanwhile.
const known = api.guest().catch(() => undefined);
if (!route.parts.length) api.games().catch(() => undefined);
void Promise.all([known, loadWords()]).then(() => mount(App, { target: document.getElementById("app")! }));
