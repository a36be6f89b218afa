import { accountStatus } from '@tongda/contract/base/org/enums';
import { type PartnerAccount, partnerAccountOpening } from '@tongda/contract/company/user/partner-account';
import type { Endpoint } from '@tongda/contract/core/endpoint';
import type {
  carrierAccountOpen,
  carrierAccountReset,
  carrierAccountStatus,
  carrierAccounts,
} from '@tongda/contract/resources/carrier/account';
import type {
  customerAccounts,
  customerPortal,
  customerPortalReset,
  customerPortalStatus,
} from '@tongda/contract/resources/customer/account';
import { Button, Form, Input, Table, Tooltip } from 'antd';
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
import { minuteText, shortTime } from '../../../kit/show/format';
import { Empty, ErrorState, Loading } from '../../../kit/show/states';
import { NewPassword } from '../../company/user/door';
import './partner-accounts.css';

interface PartnerAccountsProps {
  /** the customer or carrier, and what the form begins with */
  owner: { id: string; name: string; contact: string; phone: string; code: string };
  /** how such an account is called: 查询账号 */
  noun: string;
  /** what it sees */
  note: string;
  /** what having none means */
  nothing: string;
  calls: {
    list: typeof customerAccounts | typeof carrierAccounts;
    open: typeof customerPortal | typeof carrierAccountOpen;
    status: typeof customerPortalStatus | typeof carrierAccountStatus;
    reset: typeof customerPortalReset | typeof carrierAccountReset;
    /** the change history that notes them */
    history: Endpoint;
  };
}

/** The accounts of a customer or carrier, to be opened, enabled, disabled and given a new password. */
export function PartnerAccounts(props: PartnerAccountsProps) {
  const { owner, noun, calls } = props;
  const [opening, setOpening] = useState(false);
  const [told, setTold] = useState<{ account: string; password: string } | null>(null);
  const invalidate = useInvalidate();
  const answer = useAsk(calls.list, { id: owner.id });
  const reset = useAct(({ id: userId }: PartnerAccount) => call(calls.reset, { id: owner.id, userId }), {
    sure: ({ name }) => ({ title: `重置 ${name} 的密码？`, content: '该账号会立即退出登录，须用新密码登录。' }),
    done: ({ accountCode, password }) => setTold({ account: accountCode, password }),
  });
  if (answer.error) return <ErrorState error={answer.error} retry={() => void answer.refetch()} />;
  if (!answer.data) return <Loading />;
  const changed = (): void => {
    void answer.refetch();
    void invalidate(calls.history);
  };
  return (
    <>
      <div className="resources-parts-account-head">
        <p className="td-cap">{props.note}</p>
        <Can do={calls.open}>
          <Button icon={<UserPlus />} onClick={() => setOpening(true)}>
            开通{noun}
          </Button>
        </Can>
      </div>
      {answer.data.length === 0 ? (
        <Empty title={`还没有${noun}`} text={props.nothing} />
      ) : (
        <Accounts {...props} accounts={answer.data} reset={(one) => void reset.run(one)} />
      )}
      {opening ? (
        <OpenDialog
          {...props}
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

interface AccountsProps extends PartnerAccountsProps {
  accounts: PartnerAccount[];
  reset: (one: PartnerAccount) => void;
}

function Accounts({ owner, noun, calls, accounts, reset }: AccountsProps) {
  const may = useCan(calls.status);
  const turned = (one: PartnerAccount) =>
    one.accountStatus === accountStatus.enabled ? accountStatus.disabled : accountStatus.enabled;
  const turn = useAct(
    (one: PartnerAccount) => call(calls.status, { id: owner.id, userId: one.id, accountStatus: turned(one) }),
    {
      told: (_, one) => `${one.name} 的账号已${accountStatus.label(turned(one))}`,
      stale: [calls.list, calls.history],
    },
  );
  const stop = async (one: PartnerAccount): Promise<void> => {
    const on = one.accountStatus === accountStatus.enabled;
    const sure =
      !on || (await confirm({ title: `停用 ${one.name} 的${noun}？`, content: '停用后立即退出登录，可随时启用。' }));
    if (sure) await turn.run(one);
  };
  return (
    <Table<PartnerAccount>
      size="small"
      rowKey="id"
      dataSource={accounts}
      pagination={false}
      columns={[
        { dataIndex: 'name', title: '姓名', width: 84 },
        { dataIndex: 'accountCode', title: '账号', width: 120 },
        { dataIndex: 'phone', title: '手机', width: 104 },
        { title: '状态', width: 72, render: (_, one) => <EnableDot status={one.accountStatus} /> },
        {
          title: '最近登录',
          width: 104,
          render: (_, one) => (
            <Tooltip title={`${shortTime(one.createTime)} 开通`}>
              <span>{minuteText(one.lastLoginTime, '未登录')}</span>
            </Tooltip>
          ),
        },
        ...(may
          ? [
              {
                title: '操作',
                render: (_: unknown, one: PartnerAccount) => (
                  <span className="resources-parts-account-verbs">
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

interface OpenProps extends PartnerAccountsProps {
  close: () => void;
  done: (account: string, password: string) => void;
}
interface Fields {
  name: string;
  phone: string;
  accountCode: string;
}

function OpenDialog({ owner, noun, calls, close, done }: OpenProps) {
  const [form] = Form.useForm<Fields>();
  const mobile = /^1[3-9]\d{9}$/u.test(owner.phone) ? owner.phone : '';
  const check = (field: keyof Fields) => ({
    validator: async (_rule: unknown, value: unknown) => {
      const checked = partnerAccountOpening.shape[field].safeParse(value ?? '');
      if (!checked.success) throw new Error(checked.error.issues[0]?.message);
    },
  });
  return (
    <FormDialog
      endpoint={calls.open}
      form={form}
      initial={{ name: owner.contact, phone: mobile, accountCode: owner.code.toLowerCase().slice(0, 15) }}
      input={(fields) => ({ id: owner.id, ...fields })}
      done={({ accountCode, password }) => done(accountCode, password)}
      close={close}
      width={420}
      title={`为 ${owner.name} 开通${noun}`}
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
