import { builtRoutes } from '@tongda/contract/shell/built';
import { menus } from '@tongda/contract/shell/menus';
import { href, type Place, placeAt, places } from '@tongda/contract/shell/routes';
import { colourRules, graveFindings, wearTheme } from '../fixtures/axe';
import { callAs, type Role } from '../fixtures/calls';
import { type Api, expect, type Page, productUrl } from '../fixtures/test';
import { test, type WarmPage } from '../fixtures/warm';
import { addresses } from './addresses';

// One test a screen, dealt out to the workers; each worker keeps its pages open.
test.describe.configure({ mode: 'parallel' });

/** Screens of these kinds open without anything in their address. */
const openAsTheyAre: ReadonlySet<string> = new Set(['list', 'map', 'report', 'dashboard', 'redirect']);
const heightPx = 768;
/** The narrowest and the usual width of a desk's screen, and a phone. */
const deskPx = [1366, 1920];
const phonePx = [390];

/** Who looks at a screen: a visitor, the driver on his phone, the provider's staff, else the demo company. */
function viewerOf({ area, route, key }: Place): Role | null {
  // whoever is logged in on his phone lets a computer or a screen in
  if (key === 'authBind') return 'demo';
  // the company that vehicles are shared with
  if (key === 'deviceShareIn') return 'xianguo';
  if (route.open) return null;
  if (route.frame === 'mobile') return 'siji';
  return area === 'backstage' ? 'zhiban' : 'demo';
}

/** The address of a screen with the values that it needs. Links with a token are made by the demo company for whoever opens them. */
async function addressOf(place: Place, apiOf: (role: Role) => Promise<Api>): Promise<string> {
  const find = addresses[place.key];
  if (!find) {
    const { kind } = place.route;
    if (openAsTheyAre.has(kind) && !place.full.includes(':')) return place.full;
    throw new Error(`e2e/screens/addresses.ts does not say how to open ${place.key}`);
  }
  return href(place.route, place.area, await find(await apiOf(viewerOf(place) ?? 'demo')));
}

/** What sticks out sideways, or stands fixed beyond the edge of the window. */
const overflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = window.innerWidth;
    const wide = document.documentElement.scrollWidth - width;
    const cut = [...document.querySelectorAll('body *')].filter((element) => {
      const { position, visibility } = getComputedStyle(element);
      const { left, right, width: own } = element.getBoundingClientRect();
      return (
        position === 'fixed' &&
        visibility !== 'hidden' &&
        own > 0 &&
        own < width &&
        right > 0 &&
        left < width &&
        (left < -1 || right > width + 1)
      );
    });
    return [
      ...(wide > 0 ? [`${wide} px too wide at ${width}`] : []),
      ...cut.map((element) => `cut at ${width}: ${element.className}`),
    ];
  });

/**
 * Words that a panel cuts through at its right edge, without the three dots that say so. Heads and feet of tables scroll with their rows, which their own
 * scroll bar does not show; what is off the panel entirely waits there to slide in, and what is read aloud only is cut on purpose.
 */
const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolledWithRows = '.ant-table-header, .ant-table-summary';
    const hides = (element: Element): boolean => /hidden|clip/u.test(getComputedStyle(element).overflowX);
    const dotted = (element: Element): boolean => {
      const { textOverflow, webkitLineClamp } = getComputedStyle(element);
      return textOverflow === 'ellipsis' || (webkitLineClamp !== 'none' && webkitLineClamp !== '');
    };
    /** Whether something between a word and the panel shortens it with dots, or lets one scroll to it. */
    const isHelped = (from: Element | null, panel: Element): boolean => {
      for (let at = from; at && at !== panel; at = at.parentElement)
        if (dotted(at) || /auto|scroll|hidden|clip/u.test(getComputedStyle(at).overflowX)) return true;
      return false;
    };
    const panels = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (panel) =>
        panel.scrollWidth > panel.clientWidth + 1 &&
        panel.clientWidth > 4 &&
        panel.clientHeight > 4 &&
        !panel.matches(scrolledWithRows) &&
        hides(panel) &&
        !dotted(panel) &&
        panel.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
    return panels.flatMap((panel) => {
      const edge = panel.getBoundingClientRect().left + panel.clientLeft + panel.clientWidth;
      const words = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let word = words.nextNode(); word; word = words.nextNode()) {
        if (!word.textContent?.trim() || isHelped(word.parentElement, panel)) continue;
        if (!word.parentElement?.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        range.selectNodeContents(word);
        if ([...range.getClientRects()].some(({ left, right }) => left < edge - 1 && right > edge + 2))
          return [
            `words cut at ${window.innerWidth} in ${panel.className || panel.tagName}: ${word.textContent.trim()}`,
          ];
      }
      return [];
    });
  });

/** Heads of tables that take more than one line, a column half under the actions, totals of two lines, and tabs of which some count and others do not. */
const uncalm = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tallest = 44;
    const words = (element: Element): string => element.textContent.replace(/\s+/gu, ' ').trim();
    const seen = (element: Element): boolean => element.getClientRects().length > 0;
    const heads = [...document.querySelectorAll<HTMLTableCellElement>('thead th')].filter(
      (head) => head.rowSpan === 1 && seen(head) && head.getBoundingClientRect().height > tallest,
    );
    const bars = [...document.querySelectorAll('[role="tablist"]')].map((bar) =>
      [...bar.querySelectorAll<HTMLElement>('[role="tab"]')].filter(seen).map(words),
    );
    const mixed = bars.filter((tabs) => {
      const counted = tabs.filter((tab) => /\d\+?$/u.test(tab)).length;
      return counted > 0 && counted < tabs.length;
    });
    const totals = [...document.querySelectorAll('.ant-table-summary tr, tfoot tr')].filter(
      (row) => row.getBoundingClientRect().height > tallest,
    );
    const cut = [...document.querySelectorAll('.kit-table')].flatMap((table) => {
      const own = [...table.querySelectorAll('thead th')].filter(seen);
      const actions = own.find(
        (head) => head.textContent.trim() === '操作' && getComputedStyle(head).position === 'sticky',
      );
      const edge = actions?.getBoundingClientRect().left ?? table.getBoundingClientRect().right;
      return own.filter((head) => {
        const { left, right } = head.getBoundingClientRect();
        return head !== actions && left < edge - 1 && right > edge + 1;
      });
    });
    return [
      ...totals.map((row) => `totals of two lines at ${window.innerWidth}: ${words(row)}`),
      ...cut.map((head) => `a column half in sight at ${window.innerWidth}: ${words(head)}`),
      ...heads.map((head) => `a head of two lines at ${window.innerWidth}: ${words(head)}`),
      ...mixed.map((tabs) => `tabs with and without counts: ${tabs.join(' | ')}`),
    ];
  });

/** Share of the window that may move by itself while a screen arrives: a word in the header, not a table. A row of a small table that depends on an answer moves what stands below it by 0.024. */
const mostMoved = 0.04;

/** What moved more than it may. */
function jumps({ moves }: WarmPage): string[] {
  const sum = moves.reduce((total, { score }) => total + score, 0);
  return sum > mostMoved
    ? [
        `moved by ${sum.toFixed(3)} while it arrived: ${moves.map(({ score, what }) => `${what} ${score.toFixed(3)}`).join('; ')}`,
      ]
    : [];
}

/** What overflows at these widths. Begins with the width that the window has, and leaves it with the narrowest. */
async function overflowAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  for (const width of widths.toReversed()) {
    await page.setViewportSize({ width, height: heightPx });
    found.push(...(await overflow(page)), ...(await clipped(page)));
  }
  return found;
}

/** What axe finds in both themes, beginning with the one that the page wears: all rules in the light one, those of colours in the dark. */
async function findingsInThemes(screen: WarmPage): Promise<string[]> {
  const { page } = screen;
  const found: string[] = [];
  const isDark = (await page.locator('html').getAttribute('data-theme')) === 'dark';
  for (const theme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await wearTheme(page, theme);
    await screen.settle();
    const findings = await graveFindings(page, theme === 'dark' ? colourRules : undefined);
    found.push(...findings.map((text) => `${theme} ${text}`));
  }
  return found;
}

/** The menu at the side; areas of one screen have none. */
const menuOf = (page: Page) => page.locator('nav:not([aria-label="已打开的页面"]):not([aria-label="当前位置"])');

/** Names of the entries of the menu that are lit; the narrow menu of maps tells them in its hints. */
const litMenus = (page: Page): Promise<string[]> =>
  menuOf(page)
    .locator('[data-active="true"]')
    .evaluateAll((entries) => entries.map((entry) => entry.getAttribute('title') ?? entry.textContent ?? ''));

/** What lies over the page although nobody touched it: dialogs, drawers, tours, pop-ups (decision 092). */
const unasked = (page: Page): Promise<string[]> =>
  page
    .locator('.ant-modal-wrap, .ant-drawer-open, .ant-tour, .base-message-popups')
    .filter({ visible: true })
    .evaluateAll((found) => found.map(({ className }) => `opened by itself: ${className}`));

/** The address of 轨迹生成电子线路, which is the map with the question for vehicle and time: who opens it asks for that dialog. */
const asksFirst = '/lineNew1';

/** A first heading, the page's name in the window's title, and no note in its place. */
async function expectFramed({ page }: WarmPage, place: Place): Promise<void> {
  // one screen adds and edits: its address says which of the two its title names
  const [name = ''] = place.title.replace(/^(?:新增\/(?:编辑|修改)|编辑)|编辑$/gu, '').split('(');
  await expect(page).toHaveTitle(new RegExp(name.replaceAll('/', '.'), 'u'));
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toHaveText(/\S/u);
  await expect(page.locator('.kit-show-state-error').filter({ visible: true })).toHaveCount(0);
}

/** The tests of one screen: what it shows, how wide it is, and axe in both themes. */
function testScreen(place: Place): void {
  const { area, full, route } = place;
  // a screen in a second sub-application differs by its menu and title
  const first = route.in[0] === area;
  test(`${full} ${place.title}`, async ({ warm, tokensOf }) => {
    const apiOf = async (role: Role): Promise<Api> => {
      const tokens = await tokensOf(role);
      return (endpoint, input) => callAs(productUrl(), tokens, endpoint, input);
    };
    const address = await addressOf(place, apiOf);
    const screen = await warm(viewerOf(place));
    const { page } = screen;
    const late = screen.takeLateFindings();
    await screen.go(address);
    if (route.kind === 'redirect') {
      await expect(page).not.toHaveURL(address);
      // the page that it leads to is there, so that nothing leads back to it
      const titleOf = (): string => placeAt(new URL(page.url()).pathname)?.title ?? '';
      await expect.poll(async () => (await page.title()).startsWith(titleOf())).toBe(true);
    } else if (route.frame === 'shell') {
      await expectFramed(screen, place);
      if (place.menu && (await menuOf(page).count()) > 0)
        await expect.poll(() => litMenus(page)).toContain(menus[place.menu].name);
    }
    const found = [...late, ...jumps(screen)];
    found.push(...(await overflowAt(page, route.frame === 'mobile' ? phonePx : deskPx)));
    if (route.frame !== 'mobile') await expect.poll(() => uncalm(page)).toEqual([]);
    if (!place.full.endsWith(asksFirst)) found.push(...(await unasked(page)));
    if (first && route.kind !== 'redirect') found.push(...(await findingsInThemes(screen)));
    expect([...found, ...screen.takeFindings()]).toEqual([]);
  });
}

/** `npm test -- --changed` names the screens that what changed can reach; otherwise all are opened. */
const only = process.env.ONLY_SCREENS?.split(',');
const built = places.filter(({ key }) => builtRoutes.has(key) && (!only || only.includes(key)));
for (const place of built) if (viewerOf(place) !== 'zhiban') testScreen(place);
test.describe('the provider, one login at a time', () => {
  test.describe.configure({ mode: 'default' });
  for (const place of built) if (viewerOf(place) === 'zhiban') testScreen(place);
});
