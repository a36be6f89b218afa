import { roleAddMembers, roleRemoveMembers } from '@tongda/contract/role/role';
import { expect, test } from '../fixtures/test';

test.use({ role: 'chedui' });

/** Ids of the demo company (demo/people.ts): the captain and his role. */
const captain = { roleId: '145', userId: '155' };
const promiseMs = 1000;
/** The tests share their machine: of a few tries the best one counts. A product that needs longer misses it each time. */
const tries = 3;

test('收回角色后，打开着的页面在1秒内失去权限；还回来又能用', async ({ page, api }) => {
  const rows = page.locator('.ant-table-tbody tr.ant-table-row');
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries && best >= promiseMs; at++) {
    await page.goto('/resources/vehicle');
    await expect(rows.first()).toBeVisible();
    try {
      const left = page.waitForURL(/\/community\/error\?code=no(?:auth|menu)$/u);
      const since = Date.now();
      await api(roleRemoveMembers, { roleId: captain.roleId, userIds: [captain.userId] });
      await left;
      best = Math.min(best, Date.now() - since);
      await expect(page.getByRole('heading', { name: '暂无权限' })).toBeVisible();
    } finally {
      await api(roleAddMembers, { roleId: captain.roleId, userIds: [captain.userId] });
    }
  }
  expect(best).toBeLessThan(promiseMs);
  await page.goto('/resources/vehicle');
  await expect(rows.first()).toBeVisible();
});
