import { driverLinks } from '../links';

const worker = '/transport/m/driver-sw.js';

/** Files of this build that the page has loaded so far. */
function loadedFiles(): string[] {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[href]')].map((link) => link.href);
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
  const paths = [...links, ...fetched].flatMap((url) => {
    const { origin, pathname } = new URL(url, location.href);
    return origin === location.origin && pathname.startsWith('/assets/') ? [pathname] : [];
  });
  return [...new Set(paths)];
}

/**
 * Lets the page open again without a network: its service worker keeps the page and what it loaded, nothing else. Browsers that cannot (no
 * https, no workers) go on as before: what is open stays usable.
 */
export async function keepPage(): Promise<void> {
  const entry = document
    .querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')
    ?.getAttribute('src');
  // without a build there is nothing to keep
  if (!entry || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(worker, { scope: driverLinks.home });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ kind: 'keep', entry, assets: [entry, ...loadedFiles()] });
  } catch {
    // refused by the browser's settings: the page needs a network to open, as every other does
  }
}
