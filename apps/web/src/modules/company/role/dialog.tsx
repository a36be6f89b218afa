import { type RoleRow, roleAdd, roleCopy, rolePage, roleUpdate } from '@tongda/contract/company/role/calls';
import { Form, Input } from 'antd';
import { call } from '../../../kit/call/api';
import { useAct } from '../../../kit/call/use-act';
import { ActDialog } from '../../../kit/dialog/form';
import { newestRow } from '../../../kit/list/newest-row';

interface RoleDialogProps {
  what: 'add' | 'edit' | 'copy';
  role: RoleRow | null;
  /** id of the role to show next */
  done: (id: string | null) => void;
  close: () => void;
}
interface Values {
  name: string;
  code?: string;
  remark?: string;
}
const words = { add: '新增角色', edit: '编辑角色', copy: '复制角色' } as const;

/** Name, code and remark of a role: a new one, a copy, or an existing one. */
export function RoleDialog({ what, role, done, close }: RoleDialogProps) {
  const [form] = Form.useForm<Values>();
  const save = useAct(
    async (values: Values & { version: number }): Promise<string | null> => {
      if (what === 'edit' && role) {
        await call(roleUpdate, { ...values, id: role.id });
        return null;
      }
      const made = what === 'copy' && role ? call(roleCopy, { ...values, fromId: role.id }) : call(roleAdd, values);
      return (await made).id;
    },
    {
      form,
      told: (_, { name }) => `角色“${name}”已保存`,
      done,
      fresh: async () => (role ? newestRow(rolePage, { keyword: role.name }, role.id) : undefined),
    },
  );
  return (
    <ActDialog
      act={save}
      form={form}
      initial={
        what === 'edit' && role
          ? { name: role.name, code: role.code, remark: role.remark }
          : { name: role && what === 'copy' ? `${role.name}副本`.slice(0, 20) : '' }
      }
      input={(values) => ({ ...values, version: role?.version ?? 0 })}
      close={close}
      title={words[what]}
      width={440}
    >
      {what === 'copy' ? <p className="td-cap">复制“{role?.name}”的菜单、按钮和数据范围，不复制成员。</p> : null}
      <Form.Item
        name="name"
        label="角色名称"
        rules={[{ required: true, min: 2, max: 20, message: '角色名称应为2~20个字符' }]}
      >
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="code" label="角色编码">
        <Input maxLength={20} placeholder="字母、数字、-" />
      </Form.Item>
      <Form.Item name="remark" label="备注">
        <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
    </ActDialog>
  );
}
