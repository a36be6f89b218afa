import { Modal } from 'antd';

interface Section {
  title: string;
  text: string;
}

const documents: Record<'terms' | 'privacy', { title: string; intro: string; sections: readonly Section[] }> = {
  terms: {
    title: '用户协议',
    intro: '本协议由您所在的企业及您本人与本平台的运营方订立。登录即表示您已阅读并接受。',
    sections: [
      {
        title: '一、服务内容',
        text: '平台为企业提供车辆定位、轨迹、温湿度监控、报警与运输业务管理。具体功能以企业开通的菜单为准。',
      },
      {
        title: '二、账号',
        text: '账号由企业管理员开立，仅限本人使用，不得出借、转让。请使用不易猜测的密码；发现账号被他人使用时，请立即修改密码并告知管理员。',
      },
      {
        title: '三、使用规范',
        text: '不得利用平台侵害他人合法权益，不得绕过权限访问其他企业的数据，不得以自动程序干扰服务运行。车辆监控应依法告知驾驶员。',
      },
      {
        title: '四、数据归属',
        text: '企业录入的资料以及终端上报的数据归企业所有。平台按企业的授权处理这些数据，企业可以随时导出。',
      },
      {
        title: '五、数据准确性',
        text: '定位、温度等数据来自车载终端，可能受信号、设备与网络影响。平台如实保存和展示上报的数据，不对终端自身的误差负责。',
      },
      {
        title: '六、服务中断',
        text: '例行维护会提前公告。因不可抗力、通信运营商故障造成的中断，平台将尽快恢复；终端已确认的数据不会因此丢失。',
      },
      {
        title: '七、账号停用',
        text: '违反本协议或法律法规的，运营方和企业管理员可以停用账号。企业服务到期后，账号将无法登录，数据按约定期限保留。',
      },
      { title: '八、协议变更', text: '协议发生实质变更时，登录页会再次请您确认。' },
    ],
  },
  privacy: {
    title: '隐私政策',
    intro: '我们只处理提供服务所必需的个人信息，并说明用途、保存期限与您的权利。',
    sections: [
      {
        title: '一、我们处理的信息',
        text: '账号、姓名、手机号；登录时间、网络地址、浏览器与系统类型；您在平台中的操作记录；与驾驶任务有关的车辆位置与时间。',
      },
      {
        title: '二、用途',
        text: '用于验证身份、保障账号安全、按权限展示数据、留存法律法规要求的日志，以及在您或企业求助时排查问题。不用于广告。',
      },
      {
        title: '三、Cookie 与本地存储',
        text: '登录令牌保存在 Cookie 中；界面偏好（列设置、主题等）与您勾选“记住账号”时的账号名保存在本地。密码不会保存，也不会以明文传输。',
      },
      {
        title: '四、短信验证码',
        text: '短信登录、找回密码和更换手机号时，会向您的手机号发送验证码，5分钟内有效，仅用于当次操作。',
      },
      {
        title: '五、对外提供',
        text: '除企业自行设置的车辆共享、数据转发，以及法律法规要求的情形外，不向第三方提供您的个人信息。',
      },
      {
        title: '六、服务商人员访问',
        text: '运营方人员经登记原因后可以访问企业页面以排查问题，默认只读，最长2小时，访问记录对企业可见。',
      },
      {
        title: '七、保存期限',
        text: '车辆动态数据不少于六个月，操作与违规处理记录不少于三年，其余信息在账号停用后按企业要求删除。',
      },
      {
        title: '八、您的权利',
        text: '您可以在个人信息中查看和更正资料、查看并下线登录设备，也可以通过企业管理员申请停用账号。',
      },
    ],
  },
};

/** 用户协议 or 隐私政策, to be read before the first login. */
export function LegalDialog({ doc, close }: { doc: keyof typeof documents; close: () => void }) {
  const { title, intro, sections } = documents[doc];
  return (
    <Modal open title={title} width={640} footer={null} onCancel={close}>
      <div className="base-identity-login-legal">
        <p>{intro}</p>
        {sections.map((section) => (
          <section key={section.title}>
            <h3>{section.title}</h3>
            <p>{section.text}</p>
          </section>
        ))}
      </div>
    </Modal>
  );
}
