import { builtRoutes } from '@tongda/contract/shell/built';
import { places } from '@tongda/contract/shell/routes';
import { expect } from '../fixtures/test';
import { test } from '../fixtures/warm';
import { addresses } from './addresses';

/** Screens about one record, at their address without its id. */
const bare = places.filter(
  ({ key, area, full, route }) =>
    builtRoutes.has(key) &&
    key in addresses &&
    route.frame === 'shell' &&
    !route.open &&
    area !== 'backstage' &&
    !full.includes(':') &&
    route.in[0] === area,
);

test('a screen about one record that is opened without it says what to do, not what a number looks like', async ({
  warm,
}) => {
  test.setTimeout(180_000);
  expect(bare.length).toBeGreaterThan(40);
  const screen = await warm('demo');
  const { page } = screen;
  const wrong: string[] = [];
  for (const { full, title } of bare) {
    await screen.go(full);
    const state = page.locator('.kit-show-state-error').filter({ visible: true });
    if ((await state.count()) > 0) wrong.push(`${full} ${title}: ${(await state.first().textContent()) ?? ''}`);
  }
  screen.takeFindings();
  expect(wrong).toEqual([]);
});

test('探头设置 without a vehicle leads to the list of vehicles', async ({ warm }) => {
  const screen = await warm('demo');
  await screen.go('/transport/vehicle/probe');
  const main = screen.page.getByRole('main');
  await expect(main.getByText('没有指定车辆')).toBeVisible();
  await main.getByRole('button', { name: '选择车辆' }).click();
  await expect(screen.page).toHaveURL(/\/transport\/vehicle$/u);
});
