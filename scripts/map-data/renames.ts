/**
 * County-level divisions that changed after the borders were drawn (about 2017): old administrative code → code of today.
 * Only those that the automatic rule (same code, else same name stem in the same city) cannot find. Merged counties map
 * to the same code and are dissolved. Public facts: notices of the Ministry of Civil Affairs, 2016-2023.
 */
export const countyRenames: Readonly<Record<string, string>> = {
  '340203': '340209', // 弋江区 and 三山区 → 弋江区
  '340208': '340209',
  '340221': '340210', // 芜湖县 → 湾沚区
  '350402': '350404', // 梅列区 and 三元区 → 三元区
  '350403': '350404',
  '350427': '350405', // 沙县 → 沙县区
  '450127': '450181', // 横县 → 横州市
  '520222': '520281', // 盘县 → 盘州市
  '130223': '130284', // 滦县 → 滦州市
  '130521': '130503', // 邢台县 → 信都区
  '130526': '130505', // 任县 → 任泽区
  '410306': '410308', // 吉利区 → 孟津区
  '232701': '232761', // 加格达奇区
  '232723': '232701', // 漠河县 → 漠河市
  '230702': '230717', // 伊春区, 美溪区 → 伊美区
  '230708': '230717',
  '230706': '230718', // 翠峦区, 乌马河区 → 乌翠区
  '230711': '230718',
  '230704': '230719', // 友好区, 上甘岭区 → 友好区
  '230716': '230719',
  '230712': '230723', // 汤旺河区, 乌伊岭区 → 汤旺县
  '230714': '230723',
  '230707': '230724', // 新青区, 红星区, 五营区 → 丰林县
  '230710': '230724',
  '230715': '230724',
  '230713': '230725', // 带岭区 → 大箐山县
  '230703': '230726', // 南岔区 → 南岔县
  '230705': '230751', // 西林区, 金山屯区 → 金林区
  '230709': '230751',
  '430221': '430212', // 株洲县 → 渌口区
  '220381': '220184', // 公主岭市: from 四平 to 长春
  '320602': '320613', // 崇川区, 港闸区 → 崇川区
  '320611': '320613',
  '360421': '360404', // 九江县 → 柴桑区
  '360105': '360112', // 湾里区 → 新建区
  '361121': '361104', // 上饶县 → 广信区
  '371202': '370116', // 莱芜: from its own city to 济南
  '371203': '370117',
  '370634': '370614', // 长岛县, 蓬莱市 → 蓬莱区
  '370684': '370614',
  '140402': '140403', // 城区, 郊区 → 潞州区
  '140411': '140403',
  '140421': '140404', // 长治县 → 上党区
  '140202': '140213', // 城区 → 平城区
  '140203': '140214', // 矿区, 南郊区 → 云冈区
  '140211': '140214',
  '140227': '140215', // 大同县 → 云州区
  '610427': '610482', // 彬县 → 彬州市
  '511521': '511504', // 宜宾县 → 叙州区
  '542421': '540602', // 那曲县 → 色尼区
  '330103': '330105', // 下城区 → 拱墅区
  '330104': '330102', // 江干区 → 上城区
  '500228': '500155', // 梁平县 → 梁平区
  '500232': '500156', // 武隆县 → 武隆区
  '620200': '620201', // 嘉峪关市 has no districts
};

/** Names of divisions by code, for which the list of codes has no county. */
export const extraCounties: Readonly<Record<string, string>> = {
  '460300': '三沙市',
  '442100': '东沙群岛',
  '632825': '海西州直辖',
};

/** Names of cities by the first four digits of their code, for those that the list of codes lacks. */
export const extraCities: Readonly<Record<string, string>> = { '4421': '东沙群岛', '4603': '三沙市' };

/** Source files whose features have no code: beginning of the file name → first four digits of the code. */
export const cityOfFile: Readonly<Record<string, string>> = { he2_bei3_cang1_zhou1: '1309' };

/** Source files of Taiwan, which hold townships: file name → [code, name] of the county that they are merged into. */
export const taiwanFiles: Readonly<Record<string, readonly [code: string, name: string]>> = {
  tai2_wan1_tai2_bei3: ['710100', '台北市'],
  tai2_wan1_gao1_xiong2: ['710200', '高雄市'],
  tai2_wan1_tai2_nan2: ['710300', '台南市'],
  tai2_wan1_tai2_zhong1: ['710400', '台中市'],
  tai2_wan1_jin1_men2_xian4: ['710500', '金门县'],
  tai2_wan1_nan2_tou2_xian4: ['710600', '南投县'],
  tai2_wan1_ji1_long2: ['710700', '基隆市'],
  tai2_wan1_xin1_zhu2: ['710800', '新竹市'],
  tai2_wan1_jia1_yi4: ['710900', '嘉义市'],
  tai2_wan1_xin1_bei3: ['711100', '新北市'],
  tai2_wan1_yi2_lan2_xian4: ['711200', '宜兰县'],
  tai2_wan1_xin1_zhu2_xian4: ['711300', '新竹县'],
  tai2_wan1_tao2_yuan2: ['711400', '桃园市'],
  tai2_wan1_miao2_li4_xian4: ['711500', '苗栗县'],
  tai2_wan1_zhang1_hua4_xian4: ['711700', '彰化县'],
  tai2_wan1_jia1_yi4_xian4: ['711900', '嘉义县'],
  tai2_wan1_yun2_lin2_xian4: ['712100', '云林县'],
  tai2_wan1_ping2_dong1_xian4: ['712400', '屏东县'],
  tai2_wan1_tai2_dong1_xian4: ['712500', '台东县'],
  tai2_wan1_hua1_lian2_xian4: ['712600', '花莲县'],
  tai2_wan1_peng2_hu2_xian4: ['712700', '澎湖县'],
  tai2_wan1_lian2_jiang1_xian4: ['712800', '连江县'],
};

/** Beginning of the source files' names (Pinyin) → province code. */
export const provincePrefixes: ReadonlyArray<readonly [stem: string, code: string]> = [
  ['an1_hui1', '34'],
  ['fu2_jian4', '35'],
  ['gan1_su4', '62'],
  ['guang3_dong1', '44'],
  ['guang3_xi1', '45'],
  ['gui4_zhou1', '52'],
  ['hai3_nan2', '46'],
  ['he2_bei3', '13'],
  ['he2_nan2', '41'],
  ['hei1_long2_jiang1', '23'],
  ['hu2_bei3', '42'],
  ['hu2_nan2', '43'],
  ['ji2_lin2', '22'],
  ['jiang1_su1', '32'],
  ['jiang1_xi1', '36'],
  ['liao2_ning2', '21'],
  ['nei4_meng2_gu3', '15'],
  ['ning2_xia4', '64'],
  ['qing1_hai3', '63'],
  ['shan1_dong1', '37'],
  ['shan1_xi1', '14'],
  ['shan3_xi1', '61'],
  ['si4_chuan1', '51'],
  ['xi1_cang2', '54'],
  ['xin1_jiang1', '65'],
  ['yun2_nan2', '53'],
  ['zhe4_jiang1', '33'],
];

/** Province code → short and full name. */
export const provinces: Readonly<Record<string, readonly [short: string, full: string]>> = {
  '11': ['北京', '北京市'],
  '12': ['天津', '天津市'],
  '13': ['河北', '河北省'],
  '14': ['山西', '山西省'],
  '15': ['内蒙古', '内蒙古自治区'],
  '21': ['辽宁', '辽宁省'],
  '22': ['吉林', '吉林省'],
  '23': ['黑龙江', '黑龙江省'],
  '31': ['上海', '上海市'],
  '32': ['江苏', '江苏省'],
  '33': ['浙江', '浙江省'],
  '34': ['安徽', '安徽省'],
  '35': ['福建', '福建省'],
  '36': ['江西', '江西省'],
  '37': ['山东', '山东省'],
  '41': ['河南', '河南省'],
  '42': ['湖北', '湖北省'],
  '43': ['湖南', '湖南省'],
  '44': ['广东', '广东省'],
  '45': ['广西', '广西壮族自治区'],
  '46': ['海南', '海南省'],
  '50': ['重庆', '重庆市'],
  '51': ['四川', '四川省'],
  '52': ['贵州', '贵州省'],
  '53': ['云南', '云南省'],
  '54': ['西藏', '西藏自治区'],
  '61': ['陕西', '陕西省'],
  '62': ['甘肃', '甘肃省'],
  '63': ['青海', '青海省'],
  '64': ['宁夏', '宁夏回族自治区'],
  '65': ['新疆', '新疆维吾尔自治区'],
  '71': ['台湾', '台湾省'],
  '81': ['香港', '香港特别行政区'],
  '82': ['澳门', '澳门特别行政区'],
};
