import { newcomer } from '../fixtures/newcomer';
import { cookiesOf, expect, firstVisitDone, type Page, productUrl, test } from '../fixtures/test';

/** The three addresses of groups, and the first page of each for who holds all of it. */
const groups = {
  waybillManage: 'waybillManage/billOfLading',
  businessTracking: 'businessTracking/orderTracking',
  capacity: 'vehicle',
};

async function expectFirst(page: Page, group: string, first: string, title: string): Promise<void> {
  await page.goto(`${productUrl()}/transport/${group}`);
  await expect(page).toHaveURL(`${productUrl()}/transport/${first}`);
  await expect(
    page.getByRole('navigation', { name: '已打开的页面' }).or(page.locator('.shell-tabs')).first(),
  ).toContainText(title);
}

test('运单管理、运输跟踪、运力管理的地址打开各自的第一页', async ({ page }) => {
  await expectFirst(page, 'waybillManage', groups.waybillManage, '提单');
  await expectFirst(page, 'businessTracking', groups.businessTracking, '订单跟踪');
  await expectFirst(page, 'capacity', groups.capacity, '车辆');
});

test('没有第一页菜单的用户打开同组里他有的第一页', async ({ browser, api }) => {
  const { tokens, remove } = await newcomer(api, { menus: ['transportTask', 'receiptManage', 'tmsDriver', 'driver'] });
  try {
    const context = await browser.newContext({ storageState: firstVisitDone(cookiesOf(tokens)), locale: 'zh-CN' });
    const page = await context.newPage();
    await expectFirst(page, 'waybillManage', 'waybillManage/transportTask', '运输任务');
    await expectFirst(page, 'businessTracking', 'businessTracking/receiptManage', '回单管理');
    await expectFirst(page, 'capacity', 'driver', '司机');
    await context.close();
  } finally {
    await remove();
  }
});
