import { roleAddMembers, roleRemoveMembers } from '@tongda/contract/role/role';
import { expect, test } from '../fixtures/test';

test.use({ role: 'chedui' });

/** Ids of the demo company (demo/people.ts): the captain and his role. */
const captain = { roleId: '145', userId: '155' };

test('收回角色后，打开着的页面立即失去权限；还回来又能用', async ({ page, api }) => {
  await page.goto('/resources/vehicle');
  await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible();
  try {
    await api(roleRemoveMembers, { roleId: captain.roleId, userIds: [captain.userId] });
    const since = Date.now();
    await expect(page).toHaveURL(/\/community\/error\?code=no(?:auth|menu)$/u);
    // A second on a quiet machine; the tests share theirs.
    expect(Date.now() - since).toBeLessThan(5000);
    await expect(page.getByRole('heading', { name: '暂无权限' })).toBeVisible();
  } finally {
    await api(roleAddMembers, { roleId: captain.roleId, userIds: [captain.userId] });
  }
  await page.goto('/resources/vehicle');
  await expect(page.locator('.ant-table-tbody tr.ant-table-row').first()).toBeVisible();
});
