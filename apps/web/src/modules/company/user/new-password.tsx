import { Button, Modal } from 'antd';
import { Copy } from 'lucide-react';
import { copyText } from '../../../kit/show/copy';
import './styles.css';

interface NewPasswordProps {
  account: string;
  password: string;
  close: () => void;
}

/** A password that the server made: shown this one time. */
export function NewPassword({ account, password, close }: NewPasswordProps) {
  return (
    <Modal
      open
      title={`账号 ${account} 的新密码`}
      footer={
        <Button type="primary" onClick={close}>
          我已记下
        </Button>
      }
      closable={false}
      mask={{ closable: false }}
      width={420}
    >
      <p className="td-cap">
        只显示这一次，请转告本人：在登录页用账号或手机号和这个密码登录，首次登录须修改密码，7天内有效。
      </p>
      <div className="company-user-password">
        <code>{password}</code>
        <Button icon={<Copy />} onClick={() => void copyText(password)}>
          复制
        </Button>
      </div>
    </Modal>
  );
}
