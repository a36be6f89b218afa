import { accountStatus } from '@tongda/contract/base/org/enums';
import type { Output } from '@tongda/contract/core/endpoint';
import {
  customerAccounts,
  customerPortal,
  customerPortalReset,
  customerPortalStatus,
} from '@tongda/contract/resources/customer/account';
import { type CustomerDetail, customerChangeHis } from '@tongda/contract/resources/customer/calls';
import { Button, Form, Input, Table } from 'antd';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { useAsk } from '../../../kit/call/use-ask';
import { FormDialog } from '../../../kit/dialog/form';
import { confirm } from '../../../kit/dialog/notify';
import { useInvalidate } from '../../../kit/list/use-rows';
import { Can, useCan } from '../../../kit/session/can';
import { EnableDot } from '../../../kit/show/enable-dot';
import { none, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { NewPassword } from '../../company/user/door';

type Account = Output<typeof customerAccounts>[number];

/** 查询账号: the accounts of the customer, to be opened, enabled, disabled and given a new password. */
export function AccountPanel({ customer }: { customer: CustomerDetail }) {
  const [opening, setOpening] = useState(false);
  const [told, setTold] = useState<{ account: string; password: string } | null>(null);
  const invalidate = useInvalidate();
  const answer = useAsk(customerAccounts, { id: customer.id });
  const reset = useAct(({ id: userId }: Account) => call(customerPortalReset, { id: customer.id, userId }), {
    sure: ({ name }) => ({ title: `重置 ${name} 的密码？`, content: '该账号会立即退出登录，须用新密码登录。' }),
    done: ({ accountCode, password }) => setTold({ account: accountCode, password }),
  });
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const changed = (): void => {
    void answer.refetch();
    void invalidate(customerChangeHis);
  };
  return (
    <>
      <div className="resources-customer-account-head">
        <p className="td-cap">
          查询账号只能看到该客户自己的订单、订单所在运单的车辆位置和温度，看不到其他车辆、客户和费用设置。
        </p>
        <Can do={customerPortal}>
          <Button icon={<UserPlus />} onClick={() => setOpening(true)}>
            开通查询账号
          </Button>
        </Can>
      </div>
      {answer.data.length === 0 ? (
        <Empty title="还没有查询账号" text="开通后，客户用账号登录即可查询自己的订单" />
      ) : (
        <Accounts customerId={customer.id} accounts={answer.data} reset={(one) => void reset.run(one)} />
      )}
      {opening ? (
        <OpenDialog
          customer={customer}
          close={() => setOpening(false)}
          done={(account, password) => {
            setTold({ account, password });
            changed();
          }}
        />
      ) : null}
      {told ? <NewPassword account={told.account} password={told.password} close={() => setTold(null)} /> : null}
    </>
  );
}

interface AccountsProps {
  customerId: string;
  accounts: Account[];
  reset: (one: Account) => void;
}

function Accounts({ customerId, accounts, reset }: AccountsProps) {
  const may = useCan(customerPortal);
  const turned = (one: Account) =>
    one.accountStatus === accountStatus.enabled ? accountStatus.disabled : accountStatus.enabled;
  const turn = useAct(
    (one: Account) => call(customerPortalStatus, { id: customerId, userId: one.id, accountStatus: turned(one) }),
    {
      told: (_, one) => `${one.name} 的账号已${accountStatus.label(turned(one))}`,
      stale: [customerAccounts, customerChangeHis],
    },
  );
  const stop = async (one: Account): Promise<void> => {
    const on = one.accountStatus === accountStatus.enabled;
    const sure =
      !on || (await confirm({ title: `停用 ${one.name} 的查询账号？`, content: '停用后立即退出登录，可随时启用。' }));
    if (sure) await turn.run(one);
  };
  return (
    <Table<Account>
      size="small"
      rowKey="id"
      dataSource={accounts}
      pagination={false}
      columns={[
        { dataIndex: 'name', title: '姓名', width: 110 },
        { dataIndex: 'accountCode', title: '账号', width: 140 },
        { dataIndex: 'phone', title: '手机', width: 120 },
        { title: '状态', width: 90, render: (_, one) => <EnableDot status={one.accountStatus} /> },
        {
          title: '最近登录',
          width: 140,
          render: (_, one) => (one.lastLoginTime ? shortTime(one.lastLoginTime) : none),
        },
        { title: '开通时间', width: 140, render: (_, one) => shortTime(one.createTime) },
        ...(may
          ? [
              {
                title: '操作',
                render: (_: unknown, one: Account) => (
                  <span className="resources-customer-account-verbs">
                    <button type="button" className="td-plain kit-table-word" onClick={() => reset(one)}>
                      重置密码
                    </button>
                    <button type="button" className="td-plain kit-table-word" onClick={() => void stop(one)}>
                      {one.accountStatus === accountStatus.enabled ? '停用' : '启用'}
                    </button>
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

interface OpenProps {
  customer: CustomerDetail;
  close: () => void;
  done: (account: string, password: string) => void;
}
interface Fields {
  name: string;
  phone: string;
  accountCode: string;
}

function OpenDialog({ customer, close, done }: OpenProps) {
  const [form] = Form.useForm<Fields>();
  const contact = customer.contacts.find(({ main }) => main) ?? customer.contacts[0];
  const mobile = contact && /^1[3-9]\d{9}$/u.test(contact.phone) ? contact.phone : '';
  const check = (field: keyof Fields) => ({
    validator: async (_rule: unknown, value: unknown) => {
      const checked = customerPortal.input.shape[field].safeParse(value ?? '');
      if (!checked.success) throw new Error(checked.error.issues[0]?.message);
    },
  });
  return (
    <FormDialog
      endpoint={customerPortal}
      form={form}
      initial={{
        name: contact?.name ?? '',
        phone: mobile,
        accountCode: customer.code.toLowerCase().slice(0, 15),
      }}
      input={(fields) => ({ id: customer.id, ...fields })}
      done={({ accountCode, password }) => done(accountCode, password)}
      close={close}
      width={420}
      title={`为 ${customer.name} 开通查询账号`}
      okText="开通"
    >
      <Form.Item name="name" label="姓名" rules={[check('name')]}>
        <Input maxLength={10} />
      </Form.Item>
      <Form.Item name="phone" label="手机号" rules={[check('phone')]} extra="可用手机号登录">
        <Input maxLength={11} />
      </Form.Item>
      <Form.Item name="accountCode" label="账号" rules={[check('accountCode')]} extra="3~15位字母或字母加数字">
        <Input maxLength={15} />
      </Form.Item>
    </FormDialog>
  );
}
