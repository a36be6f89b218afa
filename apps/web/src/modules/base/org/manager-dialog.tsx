import { useQuery } from '@tanstack/react-query';
import { type OrgRow, orgDetail, orgSetManager } from '@tongda/contract/base/org/calls';
import { Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { reportError, toast } from '../../../kit/dialog/notify';
import { RemoteSelect } from '../../../kit/form/remote-select';
import { searchUsers } from '../../company/user/door';

/** 设负责人 of one department; blank takes the manager away. */
export function ManagerDialog({ org, done, close }: { org: OrgRow; done: () => void; close: () => void }) {
  const detail = useQuery({
    queryKey: [orgDetail.path, 'manager', org.id],
    queryFn: ({ signal }) => call(orgDetail, { id: org.id }, { signal, quiet: true }),
  });
  const [chosen, setChosen] = useState<string | null>();
  const held = detail.data?.managerUserId ?? null;
  const value = chosen === undefined ? held : chosen;
  const save = async (): Promise<void> => {
    await call(orgSetManager, { orgId: org.id, userId: value });
    toast('success', value ? '负责人已设置' : '负责人已清除');
    done();
    close();
  };
  return (
    <Modal
      open
      title={`${org.name} 的负责人`}
      okText="保存"
      cancelText="取消"
      okButtonProps={{ disabled: value === held }}
      width={420}
      onOk={() => void save().catch(reportError)}
      onCancel={close}
    >
      <RemoteSelect
        search={searchUsers}
        value={value}
        known={held && detail.data ? { id: held, name: detail.data.managerName } : null}
        placeholder="输入姓名、账号或手机"
        onChange={(id) => setChosen(id ?? null)}
      />
    </Modal>
  );
}
