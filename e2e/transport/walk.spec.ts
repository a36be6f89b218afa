import { graveFindings } from '../fixtures/axe';
import { expect, type Page, test } from '../fixtures/test';

/** Pages of transport that are not walked through elsewhere: address, and whether the first row leads to a page of its own. */
const lists = [
  ['/transport/orderManage/pickUpOrder', true],
  ['/transport/orderManage/receiptOrder', true],
  ['/transport/waybillManage/billOfLading', false],
  ['/transport/waybillManage/waybillStowage', true],
  ['/transport/waybillManage/arrivalManage', false],
  ['/transport/itemNameConfigure', false],
  ['/transport/businessTracking/orderTracking', false],
  ['/transport/businessTracking/waybillTracking', false],
  ['/transport/businessTracking/abnormalReporting', true],
  ['/transport/businessTracking/receiptManage', true],
] as const;

/** Serious findings of axe and whether something sticks out sideways. */
async function faults(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  const at = new URL(page.url()).pathname;
  return [
    ...(await graveFindings(page)).map((text) => `${at} ${text}`),
    ...(wide > 0 ? [`${at} is ${wide} px too wide`] : []),
  ];
}

/** What is asked is answered: no skeleton is left. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('.ant-skeleton:visible, .ant-spin-spinning:visible')).toHaveCount(0);
}

for (const [address, leads] of lists) {
  test(`${address} 打开、无障碍${leads ? '，第一行通向详情' : ''}`, async ({ page }) => {
    await page.goto(address);
    const rows = page.getByRole('main').getByRole('row');
    await expect(rows.nth(1).or(page.getByRole('main').locator('.td-empty')).first()).toBeVisible();
    await settled(page);
    const found = await faults(page);
    if (leads) {
      await rows.getByRole('link').first().click();
      await expect(page).not.toHaveURL(new RegExp(`${address}$`, 'u'));
      await settled(page);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      found.push(...(await faults(page)));
    }
    expect(found).toEqual([]);
  });
}
