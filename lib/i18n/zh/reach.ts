import type { reach as en } from '../en/reach';
import type { Translation } from '../merge';

export const reach: Translation<typeof en> = {
  cause: {
    refused: '连接被拒绝：该地址和端口无人监听，或被防火墙拒绝。',
    'no-host': '没有此主机：控制台所在机器无法解析该名称。',
    'no-route': '控制台所在机器没有到此地址的路由。',
    'timed-out': '超时：防火墙可能丢弃了连接，或地址有误。',
    silent: '已接受连接，但未及时应答：它已挂起，或不是 Redis。',
    closed: '立即关闭了连接：它可能需要 TLS（rediss://），或中间有东西拒绝了连接。',
    tls: '未能协商 TLS。',
    'not-tls': '已接受连接，但没有开始 TLS：它可能不支持 TLS（redis://）。',
    'wants-tls': '它使用 TLS，而地址为 redis://：请使用 rediss://。',
    'not-redis': '此端口上监听的是其他程序：其应答不是 Redis 的。',
    'wrong-password': '密码错误，或没有此用户。',
    'no-password': '它需要密码，但没有配置。',
    'no-database': '没有该编号的数据库。',
    'no-primary': '哨兵不认识该主节点，或无法连接任何哨兵。',
    protected: '保护模式：没有密码时只服务本机。',
    full: '客户端数量已达上限（maxclients）。',
    loading: '正在加载数据，在此之前不提供服务。',
    busy: '正在运行脚本，在此之前不提供服务。',
    other: '无法使用。',
  },
  setting: '{count, plural, other {设置项}}：{settings}',
  inFile: '{count, plural, other {设置项}}：{settings}（{file} 的 {key}）',
  variable: '{count, plural, other {变量}}：{settings}',
  field: '{count, plural, other {字段}}：{settings}',
  fields: { address: '地址', user: '用户', password: '密码', primary: '主节点', tls: 'TLS 文件' },
  tried: '已尝试 {address}。',
  again: '{seconds, plural, one {每秒重试一次。} other {每 # 秒重试一次。}}',
};
