import type { Chapter } from './chapter';

/**
 * Manual of the warehouse system. The system itself is the provider's: what stands here is how a company comes to it, and the warehouse work of
 * this platform, which it takes over from.
 */
export const wmsManual: readonly Chapter[] = [
  {
    title: '本手册的范围',
    needs: ['communityHome'],
    text: '仓储管理系统由服务商为贵公司单独开通。本手册写申请开通的步骤，以及开通之前和之后都在本平台完成的仓储作业：收货、站内待运、装卸、月台、换装和温度交接。库位、盘点等库内作业以服务商开通时交付的说明为准。',
    steps: [
      '只做运输、不管库位的公司，不开通仓储系统也能用本手册第3章起的全部功能。',
      '已开通的系统列在页头“服务与试用”中，未开通的才可申请。',
    ],
  },
  {
    title: '申请开通',
    needs: ['message'],
    text: '企业主账号在页头“服务与试用 > 申请试用”中选择WMS并提交，服务商的运营人员收到申请后联系贵公司。',
    steps: [
      '再次点击已选的系统即取消选择；未选择时不能提交。',
      '同一系统只能有一份待处理的申请；已开通的系统不能再申请。',
      '开通由服务商完成；“服务与试用”中不再列出的系统即为已开通。',
    ],
  },
  {
    title: '站点、仓库与月台',
    menus: ['regionSite'],
    needs: ['regionSite'],
    text: '仓库是一个站点：在地图上画出围栏，登记月台、营业时段、联系人和所属部门。车辆进出围栏即为到站和离站。',
    steps: [
      '围栏可画圆、矩形、多边形；改动后旧的图形保留，历史报表按当时的图形计算。',
      '一个站点可设多个月台，到站管理中按时段预约，同一时段一个月台只排一辆车。',
      '货车限行区在同一页面维护，配载时提示。',
    ],
  },
  {
    title: '品名、温层与禁配',
    menus: ['itemNameConfigure'],
    needs: ['itemNameConfigure'],
    text: '品名规定温层、温度上下限、包装和单件重量体积，收货、配载和温度判断都以它为准。',
    steps: [
      '品名可为全部客户共用，也可只属于一个客户，同一客户内不重名。',
      '禁配组写明哪些货物不能同车，配载时自动检查。',
      '可用模板导入，导入前逐行检查，导入后可撤销。',
    ],
  },
  {
    title: '收货入站',
    menus: ['receiptOrder'],
    needs: ['receiptOrderList', 'receiptOrderEdit', 'receiptOrderDetails'],
    text: '货物到仓时按收货单清点。来源有客户自送、提货入站、中转到站、退货入站；没有预报的散货当场建单并收货。',
    steps: [
      '逐行填写实收件数、重量、体积和货温，可拍照。',
      '少收的留为部分收货，可再次收货；收错可更正，前后数量都留在记录中。',
      '收齐后订单可以配载；收货前不能装车。',
    ],
  },
  {
    title: '扫码核对与标签',
    needs: ['printOrder', 'receiptOrderList'],
    text: '每件货物可打印标签。收货、发车、到站和换装时用扫码枪或手机摄像头核对，一件只计一次。',
    steps: [
      '打印入口在订单与收货单的“打印 > 货物标签”。',
      '扫到不属于本单的标签、重复的标签会当场提示，不计入数量。',
      '未扫到的件数列在页面上，可填写原因后继续。',
    ],
  },
  {
    title: '装车与发车',
    menus: ['departureManage'],
    needs: ['departureList', 'departureCheck', 'departureEdit'],
    text: '装车按后卸先装的顺序；冷藏车先预冷，达到温度后装车。发车前逐项核对。',
    steps: [
      '装车清单写明每张订单的件数、温层和所在分区。',
      '发车核对检查数量、证件、预冷与温度；未通过的须写明放行原因。',
      '登记发车后订单转为运输中，客户可凭链接查看。',
    ],
  },
  {
    title: '到站与卸货',
    menus: ['arrivalManage'],
    needs: ['arrivalList', 'arrivalCheck'],
    text: '车辆进入围栏自动登记到站，也可由人登记。卸货单写明本站卸下的货物。',
    steps: [
      '核对件数，短少、破损、超温直接转为异常上报并附照片。',
      '中转的货物卸下后进入待运，可再次配载。',
      '登记错误可撤销；已签收的不能撤销。',
    ],
  },
  {
    title: '换装与中转',
    menus: ['waybillStowage'],
    needs: ['waybillStowageList', 'waybillStowageReloading'],
    text: '货物从一辆车换到另一辆车，在换装页面选择订单和接货车辆，货物在哪辆车上、什么时候换的都有记录。',
    steps: ['转出的件数逐件核对，可扫码。', '温度单按货物所在的车辆衔接，不在车上的时间写明“不在车上”。'],
  },
  {
    title: '温度交接',
    menus: ['temHum'],
    needs: ['temHumReport', 'printOrder'],
    text: '货物在车上的温度由探头记录。入库交接时可打印温度单，或把读数封存为带校验码的记录交给收货方。',
    steps: [
      '温度单列出起止时间、达标率、超限时段和曲线。',
      '封存后的记录不可改动，凭编号或二维码可在平台核验。',
      '没有探头数据的时段标为缺失，不以前值代替。',
    ],
  },
  {
    title: '数据与导出',
    needs: ['download'],
    text: '收货、发车、到站、换装的列表都可按条件导出，文件在“下载管理”保留7天。',
    steps: ['导出内容与列表所见的字段、次序和筛选一致。', '开通仓储系统后，需要对接的资料由服务商按贵公司的授权取用。'],
  },
];
