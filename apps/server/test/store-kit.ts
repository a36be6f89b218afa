import type { TestApp } from './test-app';

/** Whoever calls the API as a company. */
interface Company {
  post: (path: string, body?: unknown) => ReturnType<TestApp['post']>;
}

/** The one customer of a company that stores of tests belong to unless they name another; made when first asked for. */
export async function storeCustomer({ post }: Company): Promise<string> {
  const name = '门店的客户';
  const { data } = await post('/api/base/manage/customer/page', { name });
  const known = data?.list?.find((row: { name: string }) => row.name === name);
  if (known) return known.id;
  const added = await post('/api/base/manage/customer/add', { name, customerType: 3, contacts: [], addresses: [] });
  if (added.code !== 200) throw new Error(added.msg);
  return added.data.id;
}

/** What a new store has to say besides its code and name. */
export const storeNeeds = async (company: Company) => ({
  customerId: await storeCustomer(company),
  phone: '13800138000',
  address: '阅江西路222号',
  shape: { kind: 'circle', lng: 113.3245, lat: 23.1066, radiusM: 200 },
});

/** Adds a store through the API: what `fields` leaves out is filled in. */
export async function addStore(
  company: Company,
  fields: Record<string, unknown>,
): Promise<{ id: string; version: number }> {
  const { code, msg, data } = await company.post('/api/base/manage/store/add', {
    ...(await storeNeeds(company)),
    ...fields,
  });
  if (code !== 200) throw new Error(msg);
  return data;
}
