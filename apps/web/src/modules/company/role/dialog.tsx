import { type RoleRow, roleAdd, roleCopy, roleUpdate } from '@tongda/contract/company/role/calls';
import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../kit/call/api';
import { ApiError } from '../../../kit/call/api-error';
import { reportError, toast } from '../../../kit/dialog/notify';

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
  const [busy, setBusy] = useState(false);
  const save = async (values: Values): Promise<string | null> => {
    if (what === 'edit' && role) {
      await call(roleUpdate, { ...values, id: role.id, version: role.version });
      return null;
    }
    return (await (what === 'copy' && role ? call(roleCopy, { ...values, fromId: role.id }) : call(roleAdd, values)))
      .id;
  };
  const finish = async (values: Values): Promise<void> => {
    setBusy(true);
    try {
      const id = await save(values);
      toast('success', `角色“${values.name}”已保存`);
      done(id);
      close();
    } catch (error) {
      const errors = error instanceof ApiError ? error.errors.filter(({ field }) => field in values) : [];
      if (errors.length === 0) reportError(error);
      form.setFields(errors.map(({ field, msg }) => ({ name: field as keyof Values, errors: [msg] })));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={words[what]}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      width={440}
      onOk={form.submit}
      onCancel={close}
    >
      {what === 'copy' ? <p className="td-cap">复制“{role?.name}”的菜单、按钮和数据范围，不复制成员。</p> : null}
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={
          what === 'edit' && role
            ? { name: role.name, code: role.code, remark: role.remark }
            : { name: role && what === 'copy' ? `${role.name}副本`.slice(0, 20) : '' }
        }
        onFinish={(values) => void finish(values)}
      >
        <Form.Item
          name="name"
          label="角色名称"
          rules={[{ required: true, min: 2, max: 20, message: '角色名称应为2~20个字符' }]}
        >
          <Input maxLength={20} />
        </Form.Item>
        <Form.Item name="code" label="角色编码">
          <Input maxLength={20} placeholder="字母、数字，可用-连接" />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input.TextArea maxLength={200} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
