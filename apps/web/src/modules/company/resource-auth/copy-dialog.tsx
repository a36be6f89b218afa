import { useState } from 'react';
import { AtField } from '../../../kit/dialog/act-bar';
import { FormDialog } from '../../../kit/dialog/form';
import { RemoteSelect } from '../../../kit/form/input/remote-select';
import { searchUsers } from '../../base/reference/door';
import type { GrantFamilyPage } from './families';

/** 复制授权: gives the valid grants of one user to another one as well. */
export function CopyDialog({ of, done, close }: { of: GrantFamilyPage; done: () => void; close: () => void }) {
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  return (
    <FormDialog
      endpoint={of.calls.copy}
      input={from && to ? { fromUserId: from, toUserId: to } : null}
      ready={from !== to}
      touched={Boolean(from ?? to)}
      told={({ added, skipped }) => `新增 ${added} 条，重复跳过 ${skipped} 条`}
      done={done}
      close={close}
      title="复制授权"
      okText="复制"
      width={440}
    >
      <p className="td-cap">把一个用户生效中的用户授权，按相同权限和有效期授给另一个用户；已有的跳过。</p>
      <div className="company-resource-auth-copy">
        <label htmlFor="copy-from">从用户</label>
        <AtField name="fromUserId">
          <RemoteSelect id="copy-from" search={searchUsers} value={from} onChange={setFrom} />
        </AtField>
        <label htmlFor="copy-to">授给用户</label>
        <AtField name="toUserId">
          <RemoteSelect id="copy-to" search={searchUsers} value={to} onChange={setTo} />
        </AtField>
      </div>
    </FormDialog>
  );
}
