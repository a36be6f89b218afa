import { authPage, authRevoke } from '@tongda/contract/company/resource-auth/shapes';
import { placeDel, placePage } from '@tongda/contract/ground/place/calls';
import { vehicleDel, vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { alarmDetail, alarmUndo } from '@tongda/contract/watch/alarm/calls';
import { filledTemplate, xlsxType } from '../fixtures/sheets';
import { type Api, expect, type Page, test } from '../fixtures/test';
import { newPlate } from '../fixtures/vehicles';

/**
 * Ten jobs of a dispatcher's day, by mouse and by keyboard: a truck, its day, its temperature, a rule, an import undone, a grant, an export, a fence, who was near, an
 * alarm handled. After each of them nothing lies over the page that nobody asked for (decision 092).
 */
const plate = '沪A9L347';
/** User id of 秦川 (xinxi), who is granted vehicles in tests. */
const xinxi = '245';

type Locator = ReturnType<Page['locator']>;
interface Hand {
  name: string;
  /** presses a button, a link or a choice */
  press: (what: Locator) => Promise<void>;
  /** writes into a field, over what stands there */
  write: (what: Locator, text: string) => Promise<void>;
  /** ticks a box */
  tick: (what: Locator) => Promise<void>;
  /** chooses in a list of words that is open for `what` */
  choose: (what: Locator, text: string) => Promise<void>;
  /** opens the search of the header and looks for something */
  look: (page: Page, text: string) => Promise<void>;
  /** takes what was found first; `more`: its day */
  take: (page: Page, more?: boolean) => Promise<void>;
}

const results = (page: Page) => page.getByRole('listbox', { name: '搜索结果' });
const box = (page: Page) => page.getByRole('combobox', { name: /^搜索车辆、司机/u });

const mouse: Hand = {
  name: '鼠标',
  press: (what) => what.click(),
  write: (what, text) => what.fill(text),
  tick: (what) => what.click(),
  choose: async (what, text) => {
    await what.click();
    await what.fill(text);
    await what.page().locator('.ant-select-item-option:visible').filter({ hasText: text }).first().click();
  },
  look: async (page, text) => {
    await page.getByRole('button', { name: '搜索 Ctrl K' }).click();
    await box(page).fill(text);
  },
  take: async (page) => {
    await results(page).getByRole('option').first().click();
    await expect(box(page)).toHaveCount(0);
  },
};
/** More stops than any page has before what is looked for on it. */
const farthest = 250;
/** Walks with the tab key, from wherever the keyboard is. Each stop asks for the element that was found at first: to find it anew by its name looks through the whole page. */
async function walkTo(what: Locator): Promise<void> {
  let sought = await what.elementHandle();
  for (let i = 0; i < farthest; i++) {
    const stands = await sought?.evaluate((element) =>
      element.isConnected ? element === document.activeElement : null,
    );
    if (stands === true) return;
    // drawn anew meanwhile
    if (stands !== false) sought = await what.elementHandle();
    else await what.page().keyboard.press('Tab');
  }
  throw new Error(`the tab key does not come to ${String(what)}`);
}
const keyboard: Hand = {
  name: '键盘',
  press: async (what) => {
    await expect(what).toBeEnabled();
    // what is drawn anew just then loses the keyboard, and he walks there again
    await expect(async () => {
      await walkTo(what);
      const outline = await what.evaluate((element) => getComputedStyle(element).outlineStyle);
      expect(outline, 'whoever walks with the tab key sees where he is').not.toBe('none');
    }).toPass({ timeout: 30_000 });
    await what.press('Enter');
  },
  write: async (what, text) => {
    await expect(what).toBeEnabled();
    await walkTo(what);
    await what.press('Control+a');
    await what.page().keyboard.type(text);
  },
  tick: async (what) => {
    await walkTo(what);
    await what.press('Space');
  },
  choose: async (what, text) => {
    await walkTo(what);
    await what.page().keyboard.type(text);
    await expect(
      what.page().locator('.ant-select-item-option-active:visible').filter({ hasText: text }).first(),
    ).toBeVisible();
    await what.press('Enter');
    await what.press('Escape');
  },
  look: async (page, text) => {
    await expect(page.getByRole('button', { name: '搜索 Ctrl K' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(box(page)).toBeFocused();
    await page.keyboard.type(text);
  },
  take: async (page, more) => {
    await page.keyboard.press(more ? 'Control+Enter' : 'Enter');
    await expect(box(page)).toHaveCount(0);
  },
};

/** What lies over the page. */
const over = (page: Page) =>
  page.locator('.ant-modal-wrap, .ant-drawer-open, .ant-tour, .base-message-popups').filter({ visible: true });
const card = (page: Page) => page.getByRole('region', { name: `${plate} 车辆信息` });

interface Job {
  title: string;
  run: (page: Page, hand: Hand, api: Api) => Promise<void>;
}

const onTheMap: readonly Job[] = [
  {
    title: '找一辆车',
    run: async (page, hand) => {
      await hand.look(page, plate);
      await expect(results(page).getByRole('option').first()).toContainText(plate);
      await hand.take(page);
      await expect(card(page)).toBeVisible();
      if (hand === mouse) return;
      await expect(card(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(card(page)).toHaveCount(0);
      // the tree gives the keyboard to the card too, and gets it back
      const tree = page.getByRole('textbox', { name: '搜索车辆' });
      await tree.fill(plate);
      await expect(page.getByRole('treeitem', { name: plate })).toBeVisible();
      await tree.press('Enter');
      await expect(card(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(tree).toBeFocused();
      await expect(card(page)).toHaveCount(0);
      await tree.press('Enter');
      await expect(card(page)).toBeFocused();
      await tree.fill('');
    },
  },
  {
    title: '现在谁在附近',
    run: async (page, hand) => {
      await hand.press(card(page).getByRole('button', { name: '周边' }));
      const dialog = page.getByRole('dialog', { name: `${plate} 周边车辆` });
      await expect(dialog).toContainText(/共 \d+ 辆/u);
      // the tab key may leave the window's dialog and is led back to it
      if (hand === keyboard) for (let i = 0; i < 4; i++) await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      // the keyboard goes on where it was
      if (hand === keyboard) await expect(card(page).getByRole('button', { name: '周边' })).toBeFocused();
    },
  },
  {
    title: '处理一条报警',
    run: async (page, hand, api) => {
      const dock = page.getByRole('region', { name: '实时报警' });
      const open = dock.getByRole('button', { name: '展开实时报警' });
      if (await open.isVisible()) await hand.press(open);
      const handled = page.waitForResponse((answer) => answer.url().endsWith('/alarm/record/handle'));
      await hand.press(dock.getByRole('button', { name: '处理', exact: true }).first());
      const form = page.getByRole('form', { name: '处理报警' });
      const remark = form.getByRole('textbox', { name: '处理意见' });
      if (hand === keyboard) {
        await expect(remark).toBeFocused();
        await page.keyboard.type('已电话联系司机');
        await page.keyboard.press('Control+Enter');
      } else {
        await remark.fill('已电话联系司机');
        await form.getByRole('button', { name: '提交' }).click();
      }
      // the body that the page sends to this call
      const { alarms } = (await handled).request().postDataJSON() as { alarms: Array<{ id: string }> };
      await expect(form).toHaveCount(0);
      // on to the next one
      if (hand === keyboard) await expect(dock.locator(':focus')).toHaveText(/^(?:处理|记录)$/u);
      // the alarm goes on meanwhile: points that come between reading and undoing write a version of their own
      for (const { id } of alarms)
        await expect(async () => {
          const { alarm } = await api(alarmDetail, { id });
          await api(alarmUndo, { id, version: alarm.version });
        }).toPass({ timeout: 10_000 });
    },
  },
  {
    title: '它的一天，和那时谁在附近',
    run: async (page, hand) => {
      if (hand === keyboard) {
        await hand.look(page, plate);
        await expect(results(page).getByRole('option').first()).toContainText(plate);
        await hand.take(page, true);
      } else {
        await hand.look(page, plate);
        await expect(results(page).getByRole('option').first()).toContainText(plate);
        await hand.take(page);
        await hand.press(card(page).getByRole('button', { name: '轨迹' }));
      }
      await expect(page).toHaveURL(/\/community\/trajectory\?/u);
      const player = page.getByRole('region', { name: '回放' });
      await expect(player.getByRole('tab', { name: /^停车/u })).toBeVisible();
      await hand.press(player.getByRole('button', { name: '此刻周边车辆' }));
      const then = page.getByRole('dialog', { name: `${plate} 周边车辆` });
      await expect(then.getByLabel('时刻')).not.toHaveValue('');
      await page.keyboard.press('Escape');
      await expect(then).toHaveCount(0);
    },
  },
];

const onPages: readonly Job[] = [
  {
    title: '它的温度',
    run: async (page, hand) => {
      await hand.look(page, '温湿度报表');
      await expect(results(page).getByRole('option').first()).toContainText('温湿度报表');
      await hand.take(page);
      const picker = page.getByRole('combobox', { name: /车辆/u }).first();
      await hand.write(picker, plate);
      const found = page.locator('.base-vehicle-picker:visible').getByText(plate, { exact: true });
      await expect(found).toBeVisible();
      if (hand === keyboard) {
        // the first row is its fleet, which nobody looks for by a plate
        await picker.press('ArrowDown');
        await picker.press('Enter');
      } else await found.click();
      await page.keyboard.press('Escape');
      await hand.press(page.getByRole('button', { name: '查询', exact: true }));
      await expect(page.getByRole('columnheader', { name: 'MKT(℃)' })).toBeVisible();
    },
  },
  {
    title: '一条规则',
    run: async (page, hand) => {
      await hand.look(page, '规则设置');
      await expect(results(page).getByRole('option').first()).toContainText('规则设置');
      await hand.take(page);
      const row = page.getByRole('row').filter({ hasText: '全车超温' });
      await hand.press(row.getByRole('link').first());
      await expect(page.getByRole('textbox', { name: /规则名称/u })).toHaveValue('全车超温');
    },
  },
  {
    title: '撤销一次导入',
    run: async (page, hand, api) => {
      await hand.look(page, '车辆管理');
      await expect(results(page).getByRole('option').first()).toContainText('车辆管理');
      await hand.take(page);
      const made = newPlate();
      await hand.press(page.getByRole('button', { name: '导入', exact: true }).first());
      const dialog = page.getByRole('dialog', { name: '导入车辆' });
      const line = { 车牌号: made, 所属部门: '总部', 车辆类型: '厢式' };
      const buffer = await filledTemplate(page, '车辆', [line]);
      const asked = page.waitForEvent('filechooser');
      await hand.press(dialog.getByRole('button', { name: /点击|选择文件/u }).first());
      await (await asked).setFiles({ name: '车辆.xlsx', mimeType: xlsxType, buffer });
      await hand.press(dialog.getByRole('button', { name: /^确认导入 1 行/u }));
      await expect(page.getByText(/导入完成：新增 1 辆/u)).toBeVisible({ timeout: 30_000 });
      await hand.press(page.getByRole('button', { name: '撤销导入' }).first());
      await hand.press(page.getByRole('dialog', { name: /确定撤销/u }).getByRole('button', { name: '撤销导入' }));
      await expect(page.getByText('已撤销 1 条').first()).toBeVisible();
      const { list } = await api(vehiclePage, { page: 1, size: 15, plateNo: made });
      const left = list.map(({ id }) => id);
      if (left.length > 0) await api(vehicleDel, { ids: left });
      expect(left).toEqual([]);
    },
  },
  {
    title: '导出一张表',
    run: async (page, hand) => {
      await hand.press(page.getByRole('button', { name: '导出', exact: true }));
      await expect(page.getByText('已成功导出').first()).toBeVisible();
    },
  },
  {
    title: '一次授权',
    run: async (page, hand, api) => {
      const mine = async () => (await api(authPage, { granteeUserId: xinxi, status: 1 })).list.map(({ id }) => id);
      await hand.look(page, '车辆设备授权');
      await expect(results(page).getByRole('option').first()).toContainText('车辆设备授权');
      await hand.take(page);
      await hand.press(page.getByRole('button', { name: '新增授权' }));
      const toUser = page.getByRole('radio', { name: '用户授权' });
      if (hand === keyboard) {
        await walkTo(page.getByRole('radio', { name: '部门授权' }));
        await page.keyboard.press('ArrowRight');
      } else await page.locator('.ant-segmented').getByText('用户授权', { exact: true }).click();
      await expect(toUser).toBeChecked();
      const users = page.getByRole('combobox', { name: '被授权用户' });
      await hand.choose(users, '秦川');
      await expect(page.locator('.ant-select').filter({ has: users })).toContainText('秦川');
      await hand.write(page.getByRole('textbox', { name: '搜索车牌' }), '粤B7A619');
      const choice = page.getByRole('region', { name: '可选资源' }).getByRole('checkbox');
      await expect(choice).toHaveCount(1);
      await hand.tick(choice);
      await expect(page.getByRole('region', { name: '已选资源' })).toContainText('已选 1');
      await hand.press(page.getByRole('button', { name: /^保\s?存$/u }));
      await expect(page.getByText('新增 1，更新 0，重复跳过 0')).toBeVisible();
      await api(authRevoke, { authIds: await mine() });
    },
  },
  {
    title: '一个围栏',
    run: async (page, hand, api) => {
      const name = `十件事${Date.now() % 1_000_000}`;
      await hand.look(page, '区域/站点管理');
      await expect(results(page).getByRole('option').first()).toContainText('区域');
      await hand.take(page);
      await hand.write(page.getByLabel('查找位置'), '121.38,31.25');
      const found = page.getByRole('list', { name: '查找结果' });
      await expect(found).toContainText('上海市');
      await hand.press(found.getByRole('button').first());
      await hand.press(page.getByRole('button', { name: '在此新增站点' }));
      await hand.write(page.getByLabel('半径', { exact: true }), '600');
      await hand.write(page.locator('.kit-dialog-edit-panel').getByRole('textbox', { name: /名称$/u }), name);
      await hand.press(page.getByRole('button', { name: '保存', exact: true }));
      await expect(page.getByText('保存成功')).toBeVisible();
      const { list } = await api(placePage, { page: 1, size: 15, keyword: name });
      expect(list).toMatchObject([{ name, shapeKind: 'circle', radiusM: 600 }]);
      await api(placeDel, { ids: list.map(({ id }) => id) });
    },
  },
];

for (const hand of [mouse, keyboard])
  for (const [where, first, jobs] of [
    ['地图上', '/community/location', onTheMap],
    ['列表和表单', '/community/download', onPages],
  ] as const)
    test(`调度员的十件事，用${hand.name}，${where}：没有人要的对话框不出现`, async ({ page, api }) => {
      test.setTimeout(180_000);
      await page.goto(first);
      for (const { title, run } of jobs)
        await test.step(title, async () => {
          await run(page, hand, api);
          await expect(over(page)).toHaveCount(0);
        });
    });
