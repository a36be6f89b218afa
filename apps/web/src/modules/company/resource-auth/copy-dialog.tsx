import { Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { RemoteSelect } from '../../../kit/form/remote-select';
import { searchUsers } from '../user/door';
import type { GrantFamilyPage } from './families';

/** 复制授权: what holds for one user is given to another one too. */
export function CopyDialog({ of, done, close }: { of: GrantFamilyPage; done: () => void; close: () => void }) {
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const save = async (): Promise<void> => {
    if (!from || !to) return;
    const { added, skipped } = await call(of.calls.copy, { fromUserId: from, toUserId: to });
    toast('success', `新增 ${added} 条，重复跳过 ${skipped} 条`);
    done();
    close();
  };
  return (
    <Modal
      open
      title="复制授权"
      okText="复制"
      cancelText="取消"
      okButtonProps={{ disabled: !from || !to || from === to }}
      width={440}
      onOk={() => void save().catch(reportError)}
      onCancel={close}
    >
      <p className="td-cap">把一个用户生效中的用户授权，按相同权限和有效期授给另一个用户；已有的跳过。</p>
      <div className="auth-copy">
        <label htmlFor="copy-from">从用户</label>
        <RemoteSelect id="copy-from" search={searchUsers} value={from} onChange={setFrom} />
        <label htmlFor="copy-to">授给用户</label>
        <RemoteSelect id="copy-to" search={searchUsers} value={to} onChange={setTo} />
      </div>
    </Modal>
  );
}
