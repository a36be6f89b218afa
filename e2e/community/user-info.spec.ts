import { pbkdf2Sync } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { loginCode, passwordScheme } from '@tongda/contract/base/identity/calls';
import { maskedPhone, sendBindVerifyCode, upHeadImg, upName, upPhone } from '@tongda/contract/company/profile/calls';
import { patterns } from '@tongda/contract/core/field/patterns';
import { accounts, callAs } from '../fixtures/calls';
import { expect, productUrl, test } from '../fixtures/test';

// an account that no other test looks for: its name and phone number change here
test.use({ role: 'kehu' });

/** A PNG of 300x200 in one colour. */
function makePicture(): Buffer {
  const [width, height] = [300, 200];
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 120)]);
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test('姓名按规则修改，页头随之改变', async ({ page, tokensOf }) => {
  await page.goto('/community/userInfo');
  await page.getByRole('button', { name: '修改姓名' }).click();
  await page.getByRole('textbox', { name: '姓名' }).fill('周');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('请输入2~10位中文，或3~10位字母、数字')).toBeVisible();
  await page.getByRole('textbox', { name: '姓名' }).fill('周明亮');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('姓名已修改')).toBeVisible();
  await expect(page.getByRole('button', { name: '用户菜单 周明亮' })).toBeVisible();
  await callAs(productUrl(), await tokensOf('kehu'), upName, { name: '周明' });
});

// who logged in lately is not asked for his password again
test('邮箱按格式修改；清除后显示未填写', async ({ page }) => {
  const mail = `zhou${Date.now() % 1_000_000}@xianda.example`;
  await page.goto('/community/userInfo');
  const save = async (text: string): Promise<void> => {
    await page.getByRole('button', { name: '修改邮箱' }).click();
    await page.getByRole('textbox', { name: '邮箱' }).fill(text);
    await page.getByRole('button', { name: '保存' }).click();
  };
  await save('zhou@');
  await expect(page.getByText(patterns.email.message)).toBeVisible();
  await page.getByRole('textbox', { name: '邮箱' }).fill(mail);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('邮箱已修改')).toBeVisible();
  await expect(page.getByText(mail)).toBeVisible();
  await save('');
  await expect(page.getByText('邮箱已清除')).toBeVisible();
  await expect(page.getByText('未填写')).toBeVisible();
});

test('头像裁成方形上传，页头显示；不是图片的文件被拒绝', async ({ page, tokensOf }) => {
  await page.goto('/community/userInfo');
  const file = page.getByLabel('选择头像图片');
  await file.setInputFiles({ name: '假.png', mimeType: 'image/png', buffer: Buffer.from('<html>') });
  await expect(page.getByText('不支持的文件类型，请上传JPG、PNG文件')).toBeVisible();
  await file.setInputFiles({ name: '头像.png', mimeType: 'image/png', buffer: makePicture() });
  const dialog = page.getByRole('dialog', { name: '裁剪头像' });
  await dialog.getByRole('button', { name: '拖动或用方向键移动图片' }).press('ArrowLeft');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('头像已更新')).toBeVisible();
  const shown = page.getByRole('img', { name: '周明的头像' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(256);
  await expect(page.locator('img.shell-frame-avatar')).toBeVisible();
  await callAs(productUrl(), await tokensOf('kehu'), upHeadImg, { fileId: null });
});

test('更换手机号要验证密码和新号码；完成后显示掩码', async ({ page, tokensOf }) => {
  const tokens = await tokensOf('kehu');
  const phone = `139${String(Date.now()).slice(-8)}`;
  await page.goto('/community/userInfo');
  await page.getByRole('button', { name: '更换', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '更换手机号' });
  await dialog.getByText('登录密码', { exact: true }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(dialog.getByText('请输入登录密码')).toBeVisible();
  await dialog.getByRole('textbox', { name: '登录密码' }).fill(accounts.kehu.password);
  await dialog.getByLabel('新手机号', { exact: true }).fill(phone);
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  const note = dialog.getByText('演示模式不发送短信，验证码：');
  const code = /\d{6}/u.exec((await note.textContent()) ?? '')?.[0] ?? '';
  await dialog.getByLabel('新手机号验证码').fill(code);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('手机号已更换')).toBeVisible();
  await expect(page.getByText(maskedPhone(phone))).toBeVisible();

  const { pwdSalt, pwdIter } = await callAs(productUrl(), tokens, loginCode, {});
  const salt = `${passwordScheme.saltPrefix}${pwdSalt}`;
  const password = pbkdf2Sync(accounts.kehu.password, salt, pwdIter, passwordScheme.bytes, 'sha256').toString('hex');
  const old = '13800138006';
  const { demoCode } = await callAs(productUrl(), tokens, sendBindVerifyCode, { phone: old });
  await callAs(productUrl(), tokens, upPhone, { phone: old, verifyCode: demoCode ?? '', password });
});

test('登录设备、账号动态与偏好设置；没有配置微信时没有微信绑定', async ({ page }) => {
  await page.goto('/community/userInfo');
  await expect(page.getByText('当前设备')).toBeVisible();
  await expect(page.getByRole('heading', { name: '账号动态' })).toBeVisible();
  // a preference holds at once, everywhere
  await page.getByLabel('界面主题').getByText('深色').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('界面主题').getByText('跟随系统').click();
  await page.getByLabel('页面打开方式').getByText('多页面打开').click();
  await page.reload();
  await expect(page.getByLabel('页面打开方式').getByRole('radio', { name: '多页面打开' })).toBeChecked();
  await expect(page.getByText('微信')).toHaveCount(0);
});
