import { accountStatus } from '@tongda/contract/base/org/enums';
import type { UserRow } from '@tongda/contract/company/user/calls';
import { type HandoverItem, userHandOver, userHandover } from '@tongda/contract/company/user/handover';
import type { Output } from '@tongda/contract/core/endpoint';
import { Alert, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useAsk } from '../../../kit/call/use-ask';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { ErrorState, Loading } from '../../../kit/show/states';
import { searchUsers } from '../../base/reference/door';
import './styles.css';

interface HandoverProps {
  user: UserRow;
  done: () => void;
  close: () => void;
}
type Info = Output<typeof userHandover>;

/** 离职交接: shows what a leaving user still has and asks for his successor. */
export function HandoverDialog(props: HandoverProps) {
  const { user, close } = props;
  const asked = useAsk(userHandover, { id: user.id }, { own: 'edit' });
  if (asked.data) return <Form {...props} info={asked.data} renew={() => asked.refetch({ throwOnError: true })} />;
  return (
    <Modal open title={`离职交接：${user.name}`} width={640} footer={null} onCancel={close}>
      {asked.error ? <ErrorState error={asked.error} retry={() => void asked.refetch()} /> : <Loading />}
    </Modal>
  );
}

function Form({ user, info, renew, done, close }: HandoverProps & { info: Info; renew: () => Promise<unknown> }) {
  const [to, setTo] = useState<string>();
  const [grants, setGrants] = useState(true);
  const { items } = info;
  const stuck = items.filter(({ fate }) => fate === 'blocks');
  const granted = items.some(isGrant);
  const moving = items.filter((item) => item.fate === 'moves' && (grants || !isGrant(item)));
  const ready = stuck.length === 0 && (moving.length === 0 || to !== undefined);
  return (
    <FormDialog
      endpoint={userHandOver}
      input={{ id: user.id, version: info.version, toUserId: to, grants }}
      ready={ready}
      sure={{
        title: `确定办理 ${info.name} 的离职交接？`,
        content: '账号立即停用，登录全部失效，标为“转交”的内容转给接手人；重新启用账号不会收回已转交的内容。',
        ok: '停用并交接',
        danger: true,
      }}
      fresh={renew}
      told={({ moved, sessions }) => {
        const what = moved.map(({ label, count }) => `${label}${count}个`).join('、');
        return `${info.name} 已停用${what ? `，转交${what}` : ''}${sessions > 0 ? `，${sessions}处登录已退出` : ''}`;
      }}
      done={done}
      close={close}
      title={`离职交接：${info.name}（${info.accountCode}）`}
      width={640}
      okText="停用并交接"
      danger
    >
      {stuck.length > 0 ? (
        <Alert type="error" showIcon title="有未结束的运单，请先在运单中改派司机或结束运输，再办理交接。" />
      ) : null}
      {info.accountStatus === accountStatus.disabled ? (
        <Alert type="info" showIcon title="账号已停用，仍可转交其名下的内容。" />
      ) : null}
      <Items items={items} grants={grants} />
      {granted ? (
        <div className="company-user-form-line">
          <span>授权</span>
          <Radio.Group
            value={grants}
            options={[
              { value: true, label: '转给接手人（已有的保留原样）' },
              { value: false, label: '随账号结束' },
            ]}
            onChange={(event) => setGrants(event.target.value)}
          />
        </div>
      ) : null}
      <div className="company-user-form-line">
        <label htmlFor="handover-to">接手人{moving.length > 0 ? '（必选）' : ''}</label>
        <AtField name="toUserId">
          <RemoteSelect
            id="handover-to"
            search={searchUsers}
            value={to}
            placeholder="输入姓名或账号"
            onChange={setTo}
          />
        </AtField>
      </div>
    </FormDialog>
  );
}

/** What the user still has, each kind with what happens to it. */
function Items({ items, grants }: { items: readonly HandoverItem[]; grants: boolean }) {
  if (items.length === 0) return <p className="td-cap">名下没有需要交接的内容，办理后账号停用。</p>;
  return (
    <ul className="company-user-handover">
      {items.map((item) => (
        <li key={item.kind}>
          <span>
            <b>{item.label}</b>　{item.count}个
            <small>
              {item.names.join('、')}
              {item.count > item.names.length ? '等' : ''}
            </small>
          </span>
          <i data-fate={fateOf(item, grants)}>{fateWords[fateOf(item, grants)]}</i>
        </li>
      ))}
    </ul>
  );
}

const isGrant = (item: HandoverItem): boolean => item.kind.startsWith('grant-');
const fateOf = (item: HandoverItem, grants: boolean): HandoverItem['fate'] =>
  isGrant(item) && !grants ? 'ends' : item.fate;
const fateWords: Readonly<Record<HandoverItem['fate'], string>> = {
  moves: '转交',
  ends: '随账号结束',
  blocks: '须先处理',
};
