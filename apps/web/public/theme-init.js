// Sets the remembered theme and language on <html> before the first paint, so the page never flashes.
// Keep in step with src/theme/theme.ts and src/i18n/language.ts: this file runs before the bundle.
(function () {
  var root = document.documentElement;
  var theme = null;
  var language = null;
  try {
    theme = localStorage.getItem("parley.theme");
    language = localStorage.getItem("parley.language");
  } catch (error) {
    // Storage may be blocked; the system's theme and the browser's language then apply.
  }
  var dark =
    theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "dark" : "light";
  if (language !== "zh" && language !== "en") {
    language = /^zh\b/i.test(navigator.language || "") ? "zh" : "en";
  }
  root.lang = language === "zh" ? "zh-CN" : "en";
})();
