import { expect, it } from 'vitest';
import { shortPlace } from './place';

it('a place is called by the own site, else by its district', () => {
  const short = {
    '上海莘庄配送中心，上海市闵行区(距区中心1.9公里西北)': '上海莘庄配送中心',
    '望亭中转站东北 7.5 km，江苏省苏州市相城区(距区中心9.1公里西北)': '望亭中转站东北 7.5 km',
    '广东省汕尾市海丰县(距县中心16.0公里西南)': '海丰县西南 16.0 km',
    '北京市房山区(距区中心740米东)': '北京房山区东 740 m',
    '广东省东莞市(距市中心3.2公里北)': '东莞市北 3.2 km',
    '青海省西宁市城中区(距区中心10.7公里东北)': '西宁城中区东北 10.7 km',
    江苏省苏州市昆山市: '昆山市',
    内蒙古自治区锡林郭勒盟锡林浩特市: '锡林浩特市',
    广东省广州市天河区体育东路108号: '广州天河区体育东路108号',
    '': '',
  };
  for (const [line, words] of Object.entries(short)) expect([line, shortPlace(line)]).toEqual([line, words]);
});
