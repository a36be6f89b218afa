import { changePassword } from '@tongda/contract/base/identity/account';
import { Modal } from 'antd';
import { call } from '../../../../kit/call/api';
import { goToLogin } from '../../../../kit/session/leave';
import { useSession } from '../../../../kit/session/user';
import { PasswordFields } from './fields';
import { usePasswordForm } from './use-form';

const fields = ['oldPwd', 'newPwd', 'confirm'] as const;

/** 修改密码: all sessions end, and one logs in again. */
export function PasswordDialog({ close }: { close: () => void }) {
  return <PasswordForm close={close} />;
}

/** Replaces every page as long as the user has a password that somebody else set; he cannot avoid changing it. */
export function FirstPassword() {
  const must = useSession((state) => state.user?.mustChangePwd ?? false);
  return must ? <PasswordForm /> : null;
}

function PasswordForm({ close }: { close?: () => void }) {
  const user = useSession((state) => state.user);
  const { values, findings, busy, change, submit } = usePasswordForm(
    fields,
    (hashes) => call(changePassword, hashes),
    user?.pwdRule,
  );
  const save = async (): Promise<void> => {
    if (!(await submit())) return;
    // the login page says that it worked: a toast here would be gone with the page before a slow computer shows it
    goToLogin({ why: 'passwordChanged' });
  };
  return (
    <Modal
      open
      title={close ? '修改密码' : user?.pwdExpired ? '密码已过期' : '请修改初始密码'}
      width={420}
      okText={close ? '确定' : '修改并重新登录'}
      cancelText="取消"
      confirmLoading={busy}
      closable={close !== undefined}
      keyboard={close !== undefined}
      mask={{ closable: false }}
      cancelButtonProps={close ? undefined : { style: { display: 'none' } }}
      onOk={() => void save()}
      onCancel={close}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="base-identity-password-note">
          {close
            ? '修改后所有已登录的设备都需要重新登录'
            : user?.pwdExpired
              ? '您的密码超过了公司规定的有效期，请换一个新密码'
              : '您的密码由管理员设置，为了账号安全，请先改成只有您知道的密码'}
        </p>
        <PasswordFields fields={fields} values={values} findings={findings} change={change} rule={user?.pwdRule} />
        <button type="submit" hidden />
      </form>
    </Modal>
  );
}
