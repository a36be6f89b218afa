import type { Locator } from '@playwright/test';
import type { Endpoint, Input } from '@tongda/contract/core/endpoint';
import { carrierDel, carrierPage } from '@tongda/contract/resources/carrier/calls';
import { customerDel, customerPage } from '@tongda/contract/resources/customer/calls';
import { driverDel, driverPage } from '@tongda/contract/resources/driver/calls';
import { fleetDel, fleetPage } from '@tongda/contract/resources/fleet/calls';
import { importRightOnes, undoImport } from '../fixtures/sheets';
import { type Api, expect, type Page, test } from '../fixtures/test';

let serial = 0;
/** Digits that no other test of this run uses. */
const newMark = (): string => `${Date.now() % 100_000}${process.env.TEST_PARALLEL_INDEX ?? 0}${serial++}`;
const hanzi = '甲乙丙丁戊己庚辛壬癸';
const newWord = (): string => [...newMark().slice(-5)].map((digit) => hanzi[Number(digit)]).join('');
const newMobile = (): string => `1${String(30_000_000_00 + (Date.now() % 1_000_000_0) * 10 + serial++).slice(0, 10)}`;

interface Register {
  path: string;
  noun: string;
  /** Label of the text field with the record's name. */
  nameField: RegExp;
  /** Label of the filter that finds it. */
  filter: string;
  page: Endpoint;
  del: Endpoint;
  /** Fills the form of a new record, except for its name. */
  fill: (page: Page) => Promise<void>;
  /** The field that is changed in the edit form, and its new value. */
  change: readonly [label: RegExp, text: string];
  /** The message under the name when it is empty. */
  required: string;
}

const field = (page: Page, name: RegExp) => page.getByRole('textbox', { name });
async function chooseOption(page: Page, name: RegExp, text: string): Promise<void> {
  await page.getByRole('combobox', { name }).first().click();
  await page.locator('.ant-select-dropdown:visible').getByText(text, { exact: true }).first().click();
}
async function chooseDay(page: Page, name: RegExp, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).press('Enter');
}

const registers = {
  fleet: {
    path: '/resources/fleet',
    noun: '车队',
    nameField: /车队名称$/u,
    filter: '车队名称或编码',
    page: fleetPage,
    del: fleetDel,
    fill: async (page) => {
      await chooseOption(page, /所属部门/u, '总部');
      await page.getByRole('combobox', { name: /负责人$/u }).fill('陈国栋');
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: '陈国栋' }).first().click();
    },
    change: [/调度区域$/u, '上海'],
    required: '请输入车队名称',
  },
  driver: {
    path: '/resources/driver',
    noun: '司机',
    nameField: /姓名$/u,
    filter: '姓名',
    page: driverPage,
    del: driverDel,
    fill: async (page) => {
      await field(page, /手机号$/u).fill(newMobile());
      await chooseOption(page, /准驾车型/u, 'B2');
      await chooseDay(page, /驾驶证到期/u, '2031-05-01');
      await field(page, /紧急联系电话$/u).fill('13900139000');
    },
    change: [/住址$/u, '上海市青浦区'],
    required: '请输入姓名',
  },
  carrier: {
    path: '/resources/carrier',
    noun: '承运商',
    nameField: /承运商名称$/u,
    filter: '承运商名称或编码',
    page: carrierPage,
    del: carrierDel,
    fill: async (page) => {
      await field(page, /联系人$/u).fill('许建明');
      await field(page, /联系电话$/u).fill('021-62345678');
      await field(page, /许可证号$/u).fill('310000123456');
      await chooseDay(page, /许可证到期/u, '2030-06-30');
    },
    change: [/业务区域$/u, '江浙沪'],
    required: '请输入承运商名称',
  },
  customer: {
    path: '/transport/customer/manage',
    noun: '客户',
    nameField: /客户名称$/u,
    filter: '客户名称、简称或编码',
    page: customerPage,
    del: customerDel,
    fill: async (page) => {
      await page.getByRole('button', { name: '添加联系人' }).click();
      await page.getByLabel('联系人1 姓名').fill('何晓燕');
      await page.getByLabel('联系人1 电话').fill('13800138007');
    },
    change: [/对接编码$/u, 'EXT-1'],
    required: '请输入客户名称',
  },
} satisfies Record<string, Register>;

async function idOf(api: Api, register: Register, name: string): Promise<string | null> {
  // every register pages alike, but each has an endpoint type of its own
  const answer = (await api(register.page, { name, page: 1, size: 15 } as Input<Endpoint>)) as {
    list: Array<{ id: string; name: string }>;
  };
  return answer.list.find((row) => row.name === name)?.id ?? null;
}

/** Opens the list filtered by a name; answers its rows. */
async function findInList(page: Page, register: Register, name: string) {
  await page.goto(`${register.path}?name=${encodeURIComponent(name)}`);
  const rows = page.locator('.ant-table-tbody tr.ant-table-row');
  await expect(rows).toHaveCount(1);
  return rows.first();
}
const save = (page: Page) => page.getByRole('button', { name: '保存', exact: true });

const newNameOf = (register: Register): string =>
  register.noun === '司机' ? newWord() : `${register.noun}${newWord()}`;

/** Enters a record: what is missing is said first. Answers its name. */
async function enter(page: Page, api: Api, register: Register): Promise<string> {
  const name = newNameOf(register);
  await page.goto(register.path);
  await page.getByRole('button', { name: '新增', exact: true }).first().click();
  await save(page).click();
  await expect(page.locator('.ant-form-item-explain-error').first()).toHaveText(register.required);
  await field(page, register.nameField).first().fill(name);
  await register.fill(page);
  await save(page).click();
  await expect(page).not.toHaveURL(/edit/u);
  // wait until the form itself is gone, not only its address
  await expect(save(page)).toHaveCount(0);
  expect(await idOf(api, register, name)).not.toBeNull();
  return name;
}

/** Changes the record of a row in its form. */
async function change(page: Page, register: Register, row: Locator, name: string): Promise<void> {
  await row.getByText('编辑', { exact: true }).click();
  await expect(field(page, register.nameField).first()).toHaveValue(name);
  await field(page, register.change[0]).fill(register.change[1]);
  await save(page).click();
  await expect(page).not.toHaveURL(/edit/u);
}

// Lists, exports, histories and imports are one piece for all registers: one of them shows that it works, the others what is their own.
const { customer, ...others } = registers;

test('客户：新增、筛选、编辑、导出、删除', async ({ page, api }) => {
  const register = customer;
  const name = await enter(page, api, register);
  const row = page.locator('.ant-table-tbody tr.ant-table-row');
  await expect(async () => {
    await page.getByRole('textbox', { name: register.filter }).fill(name);
    await page.getByRole('button', { name: '查询', exact: true }).click();
    await expect(row).toHaveCount(1, { timeout: 3_000 });
  }).toPass({ timeout: 20_000 });
  await change(page, register, row, name);

  const found = await findInList(page, register, name);
  await page.getByRole('button', { name: '导出', exact: true }).click();
  await expect(page.getByText('已成功导出').first()).toBeVisible();
  await found.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '变更记录' }).click();
  await expect(page.getByRole('dialog')).toContainText(register.change[1]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /关闭|Close/u })
    .first()
    .click();
  await found.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: '删除' });
  await sure.click();
  // the confirmation may miss the first click while it is still opening
  await expect(async () => {
    if (await sure.isVisible()) await sure.click({ timeout: 2_000 });
    expect(await idOf(api, register, name)).toBeNull();
  }).toPass({ timeout: 20_000 });
});

for (const register of Object.values(others)) {
  test(`${register.noun}：新增、编辑`, async ({ page, api }) => {
    const name = await enter(page, api, register);
    await change(page, register, await findInList(page, register, name), name);
    await expect((await findInList(page, register, name)).first()).toBeVisible();
    const id = await idOf(api, register, name);
    await api(register.del, { ids: [id ?? ''] });
  });
}

test('司机：导入有错误的文件，再撤销整次导入', async ({ page, api }) => {
  const register = registers.driver;
  const [good, bad] = [newWord(), newWord()];
  const line = { 手机号: newMobile(), 准驾车型: 'A2', 驾驶证到期: '2031-01-01' };
  await page.goto(register.path);
  const lines = [
    { 姓名: good, ...line },
    { 姓名: bad, ...line, 手机号: '12345' },
  ];
  await importRightOnes(page, register.noun, lines, '请输入正确的手机号码');
  expect(await idOf(api, register, good)).not.toBeNull();
  expect(await idOf(api, register, bad)).toBeNull();
  await undoImport(page, register.noun);
  expect(await idOf(api, register, good)).toBeNull();
});
