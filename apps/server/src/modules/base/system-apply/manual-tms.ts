import type { MenuKey } from '@tongda/contract/shell/menus';
import type { RouteKey } from '@tongda/contract/shell/routes';

/** One chapter: shown when all its screens work. */
export interface Chapter {
  title: string;
  /** where it is */
  menus?: readonly MenuKey[];
  needs: readonly RouteKey[];
  /** what it is for */
  text: string;
  /** what one does there, one line each */
  steps: readonly string[];
}

/** User manual of the transport system, in the order in which a company begins with it. */
export const tmsManual: readonly Chapter[] = [
  {
    title: '登录与工作台',
    needs: ['login', 'communityHome'],
    text: '用浏览器打开平台地址，以账号和密码、短信验证码或扫码登录。首次登录须修改初始密码。',
    steps: [
      '密码为6~16位，字母、数字、字符至少两种；连续输错5次，账号锁定15分钟。',
      '页面顶部“运输管理”进入运输系统，左侧菜单按您的角色显示。',
      '打开的页面成为标签，可拖动排序，右键可关闭左侧、右侧或其他标签。',
      '右上角头像中可修改密码、查看登录设备、退出登录。',
    ],
  },
  {
    title: '人员与权限',
    menus: ['structure', 'rolePermissions', 'userManagement'],
    needs: ['structure', 'rolePermissions', 'userList', 'userEdit'],
    text: '先建立部门和角色，再开通用户。用户看到的菜单和按钮由角色决定，看到的车辆由数据范围和车辆授权决定。',
    steps: [
      '在“组织架构”中新增部门，可拖动调整上下级。',
      '在“角色权限”中勾选菜单和按钮；只能授予自己拥有的权限。',
      '在“用户管理”中新增或导入用户，系统生成的密码只显示一次。',
      '收回角色、停用账号立即生效，已打开的页面随即失去权限。',
      '“登录安全”可设置是否允许多端同时登录和最长登录时长。',
    ],
  },
  {
    title: '车辆、司机与承运商',
    menus: ['vehicle', 'driver', 'carrier'],
    needs: ['vehicleList', 'driverList', 'carrierList'],
    text: '运输所用的车辆、司机和外协承运商在此建档，可逐个新增，也可用模板导入。',
    steps: [
      '导入前会逐行检查并说明错误，确认后才写入；导入结果可撤销。',
      '车辆档案包括车牌、车型、载重与容积、证件有效期、探头设置。',
      '证件到期前30、15、7、1天以消息提醒。',
      '列表的筛选、排序、显示字段可保存，导出内容与所见一致。',
    ],
  },
  {
    title: '客户与门店',
    menus: ['customer', 'store'],
    needs: ['customerList', 'storeList'],
    text: '客户是下单方，门店是装卸货的地点。门店带坐标，到店、离店由轨迹自动判断。',
    steps: ['新增客户，填写联系人与结算信息。', '新增或导入门店，在地图上点选位置并设置范围半径。'],
  },
  {
    title: '客户订单',
    menus: ['customerOrder'],
    needs: ['customerOrderList', 'customerOrderEdit', 'customerOrderDetails'],
    text: '客户的运输需求从订单开始：货物、装卸地点、要求时间和温度。',
    steps: [
      '点击“新增”，选择客户和门店，逐行填写货物的件数、重量、体积。',
      '一张订单可拆分为几张分别安排，同一客户的几张也可合并。',
      '作废须填写原因；每次修改都记入操作日志。',
      '列表可按单号、客户、状态、时间筛选，可导出。',
    ],
  },
  {
    title: '运输线路',
    menus: ['routeManage'],
    needs: ['routeManageList', 'routeManageEdit'],
    text: '固定班线保存为线路：途经门店的顺序、里程和计划时间。',
    steps: ['依次添加门店，地图上显示走向。', '线路可停用，停用后不再用于新的安排。'],
  },
  {
    title: '车辆实时位置与轨迹',
    menus: ['location', 'trajectory'],
    needs: ['location', 'trajectory'],
    text: '运输途中的车辆在地图上实时更新，行驶轨迹可与速度、温度、门状态同步回放。',
    steps: [
      '左侧按车队查找车辆，点击看当前位置、温度和状态。',
      '行驶轨迹中选择车辆与时间，拖动播放头核对某一时刻的温度。',
      '终端离线期间的数据恢复后自动补传，补传路段另以颜色标出。',
    ],
  },
  {
    title: '消息与公告',
    needs: ['message'],
    text: '页面右上角的铃铛打开消息中心：车辆报警、服务费到期、车务、设备异常和系统公告。',
    steps: [
      '未读数显示在铃铛上，超过99显示99+；30天前的未读不再计数。',
      '企业管理员在“公告管理”中向全公司或所选部门发布公告，可看已读人数，可撤回。',
    ],
  },
  {
    title: '导出与下载',
    needs: ['download'],
    text: '列表的“导出”在后台生成文件，完成后自动下载；历史文件在“下载管理”。',
    steps: ['等待超过5分钟的任务，请到下载管理查看。', '文件保留7天，过期可重新生成。'],
  },
];
