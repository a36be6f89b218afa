// Runs before the first paint, as a file of its own because the content policy forbids inline scripts:
// a dark desk must not flash white while the application loads.
(() => {
  let choice = 'auto';
  try {
    choice = JSON.parse(localStorage.getItem('td.theme') || '"auto"');
  } catch {
    // an unreadable setting is no setting
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
})();
