import {
  announcements,
  type MessageRow,
  messageDel,
  messagePage,
  messageRead,
  noticeNum,
} from '@tongda/contract/base/message/calls';
import { callAs } from '../fixtures/calls';
import { storeBefore } from '../fixtures/storage';
import { expect, type Page, productUrl, test } from '../fixtures/test';

const bell = (page: Page) => page.getByRole('button', { name: /^消息(，|$)/u });
const popups = (page: Page) => page.getByRole('complementary', { name: '新消息' });
const makeMessage = (i: number): MessageRow => ({
  id: String(900_000 + i),
  category: 13,
  type: 186,
  typeName: '疲劳驾驶',
  // two of the older messages have the highest level
  level: i === 20 || i === 22 ? 2 : null,
  popup: true,
  sound: false,
  objTag: '',
  objName: `沪A${String(10_000 + i)}`,
  title: '疲劳驾驶',
  content: '连续驾驶超过4小时',
  createTime: `2026-11-21 08:${String(59 - i).padStart(2, '0')}:00`,
  readFlag: 0,
});

/** Answers the calls for counts and messages in place of the server, so that the test does not depend on the demo company's messages. */
async function answerMessages(page: Page, counts: Record<string, number>, unread: MessageRow[] = []): Promise<void> {
  const ok = (data: unknown) => ({ json: { code: 200, msg: 'ok', data } });
  await page.route(`**${noticeNum.path}`, (route) => route.fulfill(ok({ msgCategoryMap: counts, msgTypeMap: {} })));
  await page.route(`**${messagePage.path}`, (route) =>
    route.fulfill(ok({ list: unread, total: unread.length, page: 1, size: 40 })),
  );
}
/** New messages wait in the strip, with nothing over the page, until somebody wants to see them. */
async function look(page: Page): Promise<void> {
  const strip = page.getByRole('complementary', { name: '提示' });
  await expect(strip).toContainText(/新消息 11 条/u);
  await expect(popups(page)).toHaveCount(0);
  await strip.getByRole('button', { name: '查看' }).click();
}
const turnPopupsOn = (page: Page) => storeBefore(page, { 'td.message.settings': '{"popups":true,"sound":false}' });

test('铃铛上的未读数：0不显示，1、99照实，100显示99+', async ({ page }) => {
  let count = 0;
  await page.route(`**${noticeNum.path}`, (route) =>
    route.fulfill({
      json: { code: 200, msg: 'ok', data: { msgCategoryMap: count > 0 ? { 13: count } : {}, msgTypeMap: {} } },
    }),
  );
  await page.goto('/community/download');
  for (const [next, badge] of [
    [0, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ] as const) {
    count = next;
    // the page becomes visible again and asks at once
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(bell(page)).toHaveAccessibleName(count > 0 ? `消息，${count}条未读` : '消息');
    await expect(bell(page)).toHaveText(badge);
  }
});

test('铃铛列出五类消息，各自封顶99+，总数是各类之和', async ({ page }) => {
  await answerMessages(page, { 13: 100, 12: 99, 14: 1 });
  await page.goto('/community/download');
  await expect(bell(page)).toHaveText('99+');
  await bell(page).click();
  const categories = page.getByRole('navigation', { name: '消息分类' }).getByRole('link');
  await expect(categories).toHaveText([/^车辆报警99\+$/u, /^设备服务0$/u, /^车务99$/u, /^设备异常0$/u, /^系统公告1$/u]);
  await categories.nth(2).click();
  await expect(page).toHaveURL(/\/community\/message\?categoryId=12/u);
});

test('弹窗点提示条的查看才出现，每次最多11条，先报警等级后时间；关一条少一条，刷新后不再有', async ({ page }) => {
  await turnPopupsOn(page);
  await answerMessages(
    page,
    { 13: 25 },
    Array.from({ length: 25 }, (_, i) => makeMessage(i)),
  );
  await page.goto('/community/download');
  await look(page);
  const lines = popups(page).getByRole('listitem');
  await expect(lines).toHaveCount(11);
  await expect(lines.nth(0)).toContainText('沪A10020');
  await expect(lines.nth(1)).toContainText('沪A10022');
  await expect(lines.nth(2)).toContainText('沪A10000');
  await expect(popups(page).getByRole('link')).toHaveText('还有14条未读消息，查看');
  await popups(page).getByRole('button', { name: '关闭：沪A10020 疲劳驾驶' }).click();
  await expect(lines).toHaveCount(10);
  await popups(page).getByRole('button', { name: '全部关闭' }).click();
  await expect(popups(page)).toHaveCount(0);
  // the other fourteen wait in the list: a page that is opened or loaded again has nothing over it
  await page.reload();
  await expect(bell(page)).toHaveAccessibleName('消息，25条未读');
  await expect(popups(page)).toHaveCount(0);
});

test('弹窗不挡列表行里的操作：窗口宽 1366 和 1920 像素时都在操作列旁边；手机上也在提示条里等', async ({ page }) => {
  await turnPopupsOn(page);
  await answerMessages(
    page,
    { 13: 11 },
    Array.from({ length: 11 }, (_, i) => makeMessage(i)),
  );
  const words = page.locator('td.td-actions');
  // each page that is loaded knows of no message that an earlier one has told of
  await page.addInitScript(() => sessionStorage.clear());
  for (const [width, height] of [
    [1366, 768],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/monitor/alarmRecord?startTime=2026-01-01+00%3A00%3A00');
    await look(page);
    await expect(popups(page).getByRole('listitem')).toHaveCount(11);
    await expect(words.first()).toBeVisible();
    const boxOf = async (one: typeof words) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const right = async () => {
      const { x, width: own } = await boxOf(popups(page));
      return x + own;
    };
    await expect.poll(right).toBeLessThanOrEqual((await boxOf(words.first())).x);
    // rows as low as the pop-ups are pressed in spite of them
    await words.nth(8).getByRole('button', { name: '详情' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/community/message');
  await look(page);
  await expect(popups(page).getByRole('listitem')).toHaveCount(11);
});

test('关掉弹窗提醒后不再弹出，计数照常', async ({ page }) => {
  await answerMessages(page, { 13: 3 }, [makeMessage(1), makeMessage(2), makeMessage(3)]);
  await page.goto('/community/download');
  await expect(bell(page)).toHaveText('3');
  await expect(popups(page)).toHaveCount(0);
  await bell(page).click();
  await expect(page.getByRole('switch', { name: '弹窗提醒' })).not.toBeChecked();
});

test('页面隐藏时停止刷新，重新可见时立即刷新；企业变了则重新载入', async ({ page }) => {
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith(noticeNum.path)) asked++;
  });
  await page.goto('/community/download');
  await expect.poll(() => asked).toBeGreaterThan(0);
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await show(true);
  const before = asked;
  await show(false);
  await expect.poll(() => asked).toBeGreaterThan(before);
  await page.evaluate(() => {
    localStorage.setItem('td.who', 'another:one');
    Object.assign(window, { stillHere: true });
  });
  await show(true);
  await Promise.all([page.waitForEvent('load'), show(false)]);
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(false);
});

test.describe('另一家企业的消息', () => {
  test.use({ role: 'xianguo' });

  test('在别处读了消息，打开的页面立即减少', async ({ page, tokensOf }) => {
    const tokens = await tokensOf('xianguo');
    const { list, total: count } = await callAs(productUrl(), tokens, messagePage, { page: 1, size: 40, readFlag: 0 });
    const [first] = list;
    if (!first) throw new Error('the demo company has no unread message');
    await page.goto('/community/download');
    await expect(bell(page)).toHaveText(String(count));
    // the counts came with the page; from here on only a push can change them
    await page.waitForTimeout(500);
    await callAs(productUrl(), tokens, messageRead, { msgIds: [first.id] });
    await expect(bell(page)).toHaveText(count > 1 ? String(count - 1) : '', { timeout: 5_000 });
  });

  test('消息中心按分类查看，公告在对话框中显示全文并变为已读', async ({ page, tokensOf }) => {
    const tokens = await tokensOf('xianguo');
    const [newest] = await callAs(productUrl(), tokens, announcements, { category: 14 });
    if (!newest) throw new Error('the demo company has no announcement');
    await page.goto('/community/message');
    await page
      .getByRole('navigation', { name: '消息分类' })
      .getByRole('button', { name: /^系统公告/u })
      .click();
    await expect(page).toHaveURL(/categoryId=14/u);
    const title = page.getByRole('button', { name: newest.title });
    const dialog = page.getByRole('dialog', { name: newest.title });
    // the rows of all categories are replaced by those of this one at any moment, also under a pressed button
    await expect(async () => {
      if (!(await dialog.isVisible())) await title.click({ timeout: 2_000 });
      await expect(dialog).toContainText(newest.content, { timeout: 5_000 });
    }).toPass();
    await dialog.getByRole('button', { name: '知道了' }).click();
    await expect(page.getByRole('row', { name: newest.title })).toContainText('已读');
  });
});

test('消息详情写出报警级别；删除后显示下一条，列表里不再有它', async ({ page }) => {
  const left = [19, 20, 21].map(makeMessage);
  await answerMessages(page, { 13: 3 }, left);
  const asked: unknown[] = [];
  await page.route(`**${messageDel.path}`, (route) => {
    asked.push(route.request().postDataJSON());
    left.splice(1, 1);
    return route.fulfill({ json: { code: 200, msg: 'ok', data: { count: 1 } } });
  });
  await page.goto('/community/message');
  await page.getByRole('row', { name: '沪A10020' }).getByRole('button', { name: '疲劳驾驶' }).click();
  const dialog = page.getByRole('dialog', { name: '疲劳驾驶' });
  await expect(dialog).toContainText('一般');
  await dialog.getByRole('button', { name: '删除' }).click();
  await page
    .getByRole('dialog', { name: /^删除1条消息/u })
    .getByRole('button', { name: '删除' })
    .click();
  await expect(page.getByText('已删除1条消息')).toBeVisible();
  expect(asked).toEqual([{ msgIds: ['900020'] }]);
  await expect(dialog).toContainText('沪A10021');
  await expect(page.getByRole('row', { name: '沪A10020' })).toHaveCount(0);
});

test('没有符合条件的消息时说明原因，可以重置', async ({ page }) => {
  await page.goto('/community/message?keyword=没有这样的消息');
  await expect(page.getByText('没有符合条件的数据')).toBeVisible();
  await page.getByRole('button', { name: '重置条件' }).click();
  await expect(page.getByRole('row')).not.toHaveCount(1);
});

test('手机上消息以卡片显示，按钮够得着', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/community/message');
  const cards = page.locator('.kit-table-cards > li');
  await expect(cards.first()).toContainText('内容');
  const box = await cards.first().boundingBox();
  expect(box?.width).toBeGreaterThan(340);
  await expect(bell(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
