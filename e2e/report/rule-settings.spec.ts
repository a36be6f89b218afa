import { vehiclePage } from '@tongda/contract/resources/vehicle/calls';
import { ruleAdd, ruleDel, ruleDetail, rulePage, ruleUpdate } from '@tongda/contract/rules/alarm-rule/calls';
import { type Api, expect, test } from '../fixtures/test';

const findRules = async (api: Api, name: string) => (await api(rulePage, { page: 1, size: 50, name })).list;
async function removeRules(api: Api, name: string): Promise<void> {
  const ids = (await findRules(api, name)).map(({ id }) => id);
  if (ids.length > 0) await api(ruleDel, { ids });
}

test('a rule is written, tried on past days, changed, switched off and deleted', async ({ page, api }) => {
  const name = `试验超速${Date.now() % 100_000}`;
  const { list: vehicles } = await api(vehiclePage, { page: 1, size: 1 });
  const plate = vehicles[0]?.plateNo ?? '';
  try {
    await page.goto('/report/ruleSettings');
    await expect(page.getByRole('row').filter({ hasText: '全车超温' })).toBeVisible();
    // all kinds of rules, in their groups
    await page.getByRole('button', { name: '新增' }).click();
    const kinds = page.locator('.rules-alarm-rule-kinds');
    for (const kind of ['超速', '二氧化碳', '疲劳驾驶', '车辆故障', '超温', '区域', '门磁', '运输时效', '主动安全'])
      await expect(kinds.getByRole('menuitem', { name: kind, exact: true })).toBeVisible();
    await kinds.getByRole('menuitem', { name: '超速', exact: true }).click();

    // each missing value is reported at its field
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('请输入规则名称')).toBeVisible();
    await expect(page.getByText('请输入限速')).toBeVisible();
    await page.getByRole('textbox', { name: /规则名称/u }).fill(name);
    await page.getByRole('spinbutton', { name: /^限速/u }).fill('42');
    await page.getByRole('spinbutton', { name: /夜间限速/u }).fill('80');
    await expect(page.getByText('车速超过42km/h，持续10秒，夜间22:00-06:00按80%')).toBeVisible();
    await page.locator('.ant-segmented-item').filter({ hasText: '车辆' }).click();
    const target = page.getByRole('combobox', { name: /^车辆/u });
    await target.fill(plate);
    await page.locator('.base-vehicle-picker:visible').getByText(plate, { exact: true }).click();
    await page.keyboard.press('Escape');

    // the rule in the form is tried before it is saved
    await page.getByRole('button', { name: '用历史数据试算' }).click();
    const trial = page.getByRole('dialog', { name: '用历史数据试算' });
    await trial.getByRole('combobox', { name: '试算车辆' }).fill(plate);
    await page.locator('.base-vehicle-picker:visible').getByText(plate, { exact: true }).click();
    await page.keyboard.press('Escape');
    await trial.getByRole('button', { name: '开始试算' }).click();
    await expect(trial.getByText(/按填写的条件会报警 \d+ 次/u)).toBeVisible({ timeout: 60_000 });
    await expect(trial.getByRole('row').filter({ hasText: plate }).first()).toBeVisible();
    await trial
      .getByRole('button', { name: 'Close' })
      .or(trial.getByRole('button', { name: '关闭' }))
      .click();
    expect(await findRules(api, name)).toEqual([]);

    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('车速超过42km/h');
    const [saved] = await findRules(api, name);
    expect(saved).toMatchObject({ targets: plate, kind: 'speed', status: 1 });

    // somebody else saves first: this save is refused, and the newer version is offered
    await page.getByRole('link', { name }).click();
    await page.getByRole('spinbutton', { name: /^限速/u }).fill('43');
    const { places: _p, updateUser: _u, updateTime: _t, ...stored } = await api(ruleDetail, { id: saved?.id ?? '' });
    // the type splits by kind of rule, which spreading loses
    await api(ruleUpdate, { ...stored, level: 3 } as Parameters<typeof api<typeof ruleUpdate>>[1]);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByRole('button', { name: '刷新' }).click();
    await expect(page.getByText('第 2 版')).toBeVisible();
    // the form now has what was typed here and what the other one has changed
    await expect(page.getByText('车速超过43km/h，持续10秒')).toBeVisible();
    await page.getByRole('button', { name: '保存', exact: true }).click();

    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('43km/h');
    const more = async (word: string): Promise<void> => {
      await row.getByRole('button', { name: '更多' }).click();
      await page.getByRole('menuitem', { name: word }).click();
    };
    await more('历史版本');
    await expect(page.getByText('第 3 版')).toBeVisible();
    await expect(page.getByText('第 1 版')).toBeVisible();
    await page.keyboard.press('Escape');
    await more('停用');
    await page.getByRole('dialog').getByRole('button', { name: /确/u }).click();
    await expect.poll(async () => (await findRules(api, name))[0]?.status).toBe(0);
    await more('删除');
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(row).toHaveCount(0);
  } finally {
    await removeRules(api, name);
  }
});

test('a copy begins with everything but the name; screens of doors and cameras say what is missing', async ({
  page,
  api,
}) => {
  const name = `试验区域${Date.now() % 100_000}`;
  await api(ruleAdd, { name, kind: 'idle', enabled: false, params: { minutes: 77 }, remark: '夜班' });
  try {
    const [rule] = await findRules(api, name);
    await page.goto(`/report/ruleSettings/commonAlarmEdit?id=${rule?.id}&copy=1`);
    await expect(page.getByRole('textbox', { name: /规则名称/u })).toHaveValue(`${name}-副本`);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByRole('row').filter({ hasText: `${name}-副本` })).toContainText('怠速超过77分钟');
    expect((await findRules(api, name)).map((r) => r.condition)).toEqual(['怠速超过77分钟', '怠速超过77分钟']);
    await page.goto('/report/ruleSettings/doorMagnetAlarmEdit');
    await page.getByRole('textbox', { name: /规则名称/u }).fill(name);
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('请至少填写一种开门条件')).toBeVisible();
    await page.getByRole('spinbutton', { name: /^开门超过/u }).fill('25');
    await expect(page.getByText('任一车门开门超过25分钟')).toBeVisible();
    // the places where it may be opened are named as soon as they are chosen
    await page.getByRole('switch', { name: '站外开门' }).click();
    await expect(page.getByText('或站外开门（100米外）')).toBeVisible();
    const allowed = page.getByRole('combobox', { name: '允许开门的站点' });
    await allowed.fill('仓');
    const first = page.locator('.ant-select-item-option').first();
    const place = (await first.getAttribute('title')) ?? '';
    await first.click();
    await allowed.fill('');
    await expect(page.getByText(`或在${place}以外开门（100米外）`)).toBeVisible();
    await page.goto('/report/ruleSettings/activeSafetyEdit');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await expect(page.getByText('请选择报警类型')).toBeVisible();
    await page.getByRole('checkbox', { name: '抽烟' }).check();
    await expect(page.getByText('抽烟 ≥50km/h')).toBeVisible();
  } finally {
    await removeRules(api, name);
  }
});

test('主动安全规则下发终端后，车辆详情的“指令”有它的名称和结果', async ({ page, api }) => {
  // its terminal has cameras of active safety
  const plateNo = '粤AF15830';
  const name = `试验驾驶${Date.now() % 100_000}`;
  const { list: vehicles } = await api(vehiclePage, { page: 1, size: 1, plateNo });
  const vehicleId = vehicles[0]?.id ?? '';
  const [model] = (await findRules(api, '')).filter(({ kind }) => kind === 'safety');
  const { params } = await api(ruleDetail, { id: model?.id ?? '' });
  await api(ruleAdd, { name, kind: 'safety', enabled: true, scope: 3, targetIds: [vehicleId], params });
  try {
    await page.goto(`/report/ruleSettings?name=${name}`);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '下发终端' }).click();
    const dialog = page.getByRole('dialog', { name: `下发终端：${name}` });
    await expect(dialog).toContainText('写入 1 辆车的终端');
    await dialog.getByRole('button', { name: '下发', exact: true }).click();
    await expect(page.getByText('已向 1 台终端下发')).toBeVisible();
    // it gets one command after the other, and may have others to answer
    const patience = { timeout: 45_000 };
    await expect(dialog.getByRole('row').filter({ hasText: 'F15830' })).toContainText('成功', patience);
    await page.goto(`/resources/vehicle/details?id=${vehicleId}&tab=commands`);
    const command = page.getByRole('row').filter({ hasText: `规则“${name}”` });
    await expect(command).toContainText('执行成功', patience);
  } finally {
    await removeRules(api, name);
  }
});
