import { planDel, planPage } from '@tongda/contract/ground/route-plan/calls';
import { routeDelete, routePage } from '@tongda/contract/ground/transport-route/calls';
import { expect, test } from '../fixtures/test';

test('a run is planned, put in the best order, and becomes a route', async ({ page, api }) => {
  const name = `早班${Date.now() % 100_000}`;
  const code = `E2E-${Date.now() % 100_000}`;
  try {
    await page.goto('/resources/routePlanning');
    await page.getByRole('button', { name: '新增' }).first().click();
    await expect(page.getByRole('heading', { name: '新增线路规划' })).toBeVisible();
    await page.getByRole('textbox', { name: /规划名称/u }).fill(name);
    await page.getByRole('button', { name: '添加途经点' }).click();
    for (const [i, stop] of ['上海城配中心', '惠民生鲜上海闵行4店', '鲜果源上海青浦1店'].entries()) {
      const box = page.getByRole('combobox', { name: `第${i + 1}站`, exact: true });
      await box.click();
      await box.fill(stop);
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: stop }).first().click();
    }
    // distances and times are calculated without a click
    await expect(page.getByText(/合计 .*km/u)).toBeVisible();
    const best = page.waitForResponse(
      (r) => r.url().endsWith('/routePlan/calc') && !!r.request().postData()?.includes('"optimise":true'),
    );
    await page.getByRole('button', { name: '按最优顺序排列' }).click();
    expect((await (await best).json()).data.best.stops).toHaveLength(3);
    await page.getByRole('button', { name: '保存', exact: true }).click();

    const line = page.getByRole('row', { name: new RegExp(name, 'u') });
    await expect(line).toBeVisible();
    await line.getByRole('link', { name: /^GH/u }).click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await page.getByRole('button', { name: '转为线路' }).click();
    await page.getByRole('textbox', { name: '线路编码' }).fill(code);
    await page.getByRole('dialog').getByRole('button', { name: '转为线路' }).click();
    await expect(page.getByText(/已转为线路/u)).toBeVisible();
    expect((await api(routePage, { keyword: code })).total).toBe(1);
    await page.goto(`/resources/routePlanning?keyword=${name}`);
    await expect(line).toHaveCount(1);
    await line.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await expect(line).toHaveCount(0);
  } finally {
    const plans = await api(planPage, { keyword: name });
    if (plans.list.length > 0) await api(planDel, { ids: plans.list.map(({ id }) => id) });
    for (const { id } of (await api(routePage, { keyword: code })).list) await api(routeDelete, { id });
  }
});
