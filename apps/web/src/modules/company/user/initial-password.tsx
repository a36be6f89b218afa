import { type PasswordRule, passwordFault, usualPassword } from '@tongda/contract/base/identity/password-rule';
import { Form, Input } from 'antd';
import type { Values } from '../../../kit/form/edit-schema';
import { loadHasher } from '../../../kit/session/password/load-hasher';
import { useSession } from '../../../kit/session/user';

/** Where the form keeps what was typed; it never leaves the page. */
const typed = 'typedPassword';

const checkBy =
  (wanted: PasswordRule) =>
  async (_rule: unknown, text: unknown): Promise<void> => {
    const fault = typeof text === 'string' && text !== '' ? passwordFault(wanted, text) : null;
    if (fault) throw new Error(fault);
  };

/** The first password of a new account; left blank, the server makes one and shows it once. */
export function InitialPasswordField() {
  const rule = useSession((state) => state.user?.pwdRule) ?? usualPassword;
  return (
    <div className="kit-form-field" data-span={3}>
      <Form.Item
        name={typed}
        label="初始密码"
        extra="空白由系统生成，7天内有效，首次登录须修改"
        rules={[{ validator: checkBy(rule) }]}
      >
        <Input.Password maxLength={16} autoComplete="new-password" placeholder={`${rule.minLength}~16位`} />
      </Form.Item>
    </div>
  );
}

/** The input with the hash of the typed password in its place. */
export async function withPassword(input: Values): Promise<Values> {
  const { [typed]: text, ...rest } = input;
  if (typeof text !== 'string' || text === '') return rest;
  const hash = await loadHasher();
  return { ...rest, password: await hash(text) };
}
