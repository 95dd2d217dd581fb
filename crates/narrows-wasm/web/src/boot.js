/*
 * Runs before anything is painted, inside index.html, in words that browsers of 2016 still read: the
 * look and language last chosen, and what to do when the page cannot start. The build puts the words in
 * place of WORDS: those of the first screen and of `boot`, for each language.
 */
(function () {
  var words = WORDS;
  var root = document.documentElement;
  var stored = {};
  try {
    stored = JSON.parse(localStorage.getItem("narrows.settings")) || {};
  } catch (error) {
    // Nothing kept, or nothing that can be read: the first visit's look.
  }
  if (stored.theme === "light" || stored.theme === "dark") root.setAttribute("data-theme", stored.theme);
  // Any other word is none that the styles know.
  if (typeof stored.board === "string") root.setAttribute("data-board", stored.board);
  if (typeof stored.stones === "string") root.setAttribute("data-stones", stored.stones);

  var language = "en";
  var wanted = [stored.language].concat(navigator.languages || navigator.language);
  for (var i = wanted.length - 1; i >= 0; i -= 1) {
    var name = String(wanted[i]).toLowerCase().split("-")[0];
    if (Object.prototype.hasOwnProperty.call(words, name)) language = name;
  }
  root.lang = language;
  var say = words[language];
  // Another screen than the first, or another language than the file's: not shown until it is right.
  if (location.hash.length > 2) root.setAttribute("data-screen", "other");
  else if (language !== "en") root.setAttribute("data-screen", "wait");

  var ready = function (run) {
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run);
    else run();
  };
  ready(function () {
    if (language === "en") return;
    var texts = document.querySelectorAll("[data-say]");
    for (var i = 0; i < texts.length; i += 1) {
      var text = say[texts[i].getAttribute("data-say")];
      if (text) texts[i].textContent = text;
    }
    if (root.getAttribute("data-screen") === "wait") root.removeAttribute("data-screen");
  });

  /** One sentence that says what to do, and a way on, in place of the page. */
  var told = false;
  function tell(what, again) {
    if (told) return;
    told = true;
    root.setAttribute("data-broken", "");
    ready(function () {
      var app = document.getElementById("app");
      var main = document.createElement("main");
      main.className = "broken";
      var heading = document.createElement("h1");
      var text = document.createElement("span");
      text.setAttribute("role", "alert");
      text.textContent = say["boot." + what];
      heading.appendChild(text);
      main.appendChild(heading);
      if (again) {
        var button = document.createElement("button");
        button.className = "button primary";
        button.textContent = say["tryAgain"];
        button.onclick = function () {
          location.reload();
        };
        main.appendChild(button);
      }
      app.textContent = "";
      app.appendChild(main);
      root.removeAttribute("data-screen");
    });
  }

  /**
   * A file of this version is gone, as after an update: drops what is kept of the page and loads it anew,
   * once a minute at most. The games are kept elsewhere.
   */
  function heal() {
    var healed = 0;
    try {
      healed = Number(sessionStorage.getItem("narrows.healed"));
      sessionStorage.setItem("narrows.healed", String(Date.now()));
    } catch (error) {
      healed = Date.now();
    }
    if (Math.abs(Date.now() - healed) < 60000) return tell("notLoaded", true);
    // Only what is this page's own: the host may have others.
    var here = new URL("./", location.href);
    // Only if the newest page can be had: what is kept is better than nothing.
    fetch("./index.html?newest=" + Date.now(), { cache: "reload" })
      .then(function (answer) {
        if (!answer.ok) throw new Error(String(answer.status));
        var workers = navigator.serviceWorker ? navigator.serviceWorker.getRegistrations() : Promise.resolve([]);
        return workers.then(function (found) {
          return Promise.all(
            found.map(function (one) {
              return one.scope === here.href && one.unregister();
            }),
          );
        });
      })
      .then(function () {
        return window.caches ? caches.keys() : [];
      })
      .then(function (names) {
        return Promise.all(
          names.map(function (name) {
            return name.indexOf("narrows-" + here.pathname + "-") === 0 && caches.delete(name);
          }),
        );
      })
      .then(function () {
        return fetch(location.pathname, { cache: "reload" });
      })
      .then(function () {
        location.reload();
      })
      .catch(function () {
        tell("notLoaded", true);
      });
  }

  /**
   * Runs something once there is a first picture. What is heavy waits for that: on a slow phone it would take
   * network and processor from what one sees. Without a picture (a tab in the background, a browser that does
   * not tell) it waits a second at most.
   */
  var painted = false;
  var later = [];
  function paint() {
    painted = true;
    while (later.length) later.shift()();
  }
  function whenPainted(run) {
    if (painted) run();
    else later.push(run);
  }
  try {
    new PerformanceObserver(function (list) {
      if (list.getEntriesByName("first-contentful-paint").length) paint();
    }).observe({ type: "paint", buffered: true });
  } catch (error) {
    // The second, then.
  }
  ready(function () {
    if (document.visibilityState === "hidden") paint();
    else setTimeout(paint, 1000);
  });
  window.narrowsBoot = { tell: tell, heal: heal, whenPainted: whenPainted };

  if (location.protocol === "file:") return tell("file", false);
  if (typeof WebAssembly !== "object") return tell("noWebAssembly", true);
  if (!("noModule" in HTMLScriptElement.prototype) || !Object.hasOwn || !window.HTMLDialogElement || !window.CompressionStream) {
    return tell("old", false);
  }
  addEventListener(
    "error",
    function (event) {
      if (root.hasAttribute("data-started")) return;
      var from = event.target;
      if (from && from.tagName === "SCRIPT") heal();
      else if (event.error instanceof SyntaxError) tell("old", false);
    },
    true,
  );

  // The build names the page's script and its engine; Vite's own server brings the script itself.
  var files = document.querySelector('meta[name="narrows-files"]');
  if (!files) return;
  files = files.content.split(" ");
  function load() {
    var script = document.createElement("script");
    script.type = "module";
    script.crossOrigin = "";
    script.src = files[0];
    document.head.appendChild(script);
  }
  // The first screen is in this file; any other is drawn by the script.
  if (location.hash.length > 2) load();
  else whenPainted(load);
  whenPainted(function () {
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = "fetch";
    link.type = "application/wasm";
    link.crossOrigin = "";
    link.fetchPriority = "low";
    link.href = files[1];
    document.head.appendChild(link);
  });
})();
