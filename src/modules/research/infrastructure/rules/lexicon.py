"""What finance language calls good and bad, Chinese and English, written down so that it can be argued with.

A phrase says it by itself (违约, beats estimates). A move says it together with what moves: costs that fall are good,
orders that fall are not. Neither list knows any company, any source or any of our own data.
"""

GOOD_ZH = """
回购 增持 净买入 净流入 中标 签订重大 重大合同 签约 获批 批准 获得批准 上市申请获 达到主要终点 扭亏 扭亏为盈 预增
预盈 超预期 超出预期 好于预期 高于预期 创新高 创历史新高 历史新高 买入评级 增持评级 跑赢 上调 降息 降准 宽松 放水
刺激政策 支持政策 出台支持 政策支持 补贴 减税 免税 退税 扶持 利好 受益 突破 国产替代 供不应求 订单饱满 满产 扩产
投产 达产 量产 复苏 回暖 改善 企稳 重回扩张 扩张区间 景气 分红 派发现金 派现 现金红利 特别股息 利润分配预案
每10股派 纳入指数 被纳入 调入 涨停 大涨 走强 领涨 反弹 复牌 摘帽 撤销风险警示 撤销退市 胜诉 撤诉 和解 战略合作
获得专利 独家 市占率第一 龙头 转正 翻倍 翻番 盈利能力增强 优惠 认定 签署 供货协议 框架协议 战略协议 长期协议
战略投资 入股 举牌 加仓 增资 减免 放宽 松绑 鼓励 扩大开放 同期新高 新高 阶段新高 满负荷 热销 畅销 提价 涨价函
上市首日 获得订单 新增订单 斩获 首款 首个 通过验收 通过认证 通过审核 过会 注册批文 纳入医保 高送转 转增 股权激励
员工持股 业绩承诺完成 超额完成 强劲 亮眼 稳健 稳步 回升 向好 提振 缓和 放量 拿下 入选 名列前茅 提前完成 出海 突围
转型成功 上修 领先 高增长 快速增长 两位数增长 改革红利 护航 托底 净申购 补助 热情高涨 由负转正 不降反升 提前偿还
提前兑付 认证 有望 恢复上市 恢复生产 复产
""".split()  # noqa: SIM905
BAD_ZH = """
减持 净卖出 净流出 清仓 解禁 质押 平仓风险 冻结 轮候冻结 立案 调查 处罚 罚款 警示函 监管函 问询函 通报批评
公开谴责 造假 违规 违法 失信 诉讼 仲裁 索赔 败诉 侵权 违约 逾期 未能按期 无法按期 延期披露 破产 重整 资不抵债 退市
风险警示 暂停上市 终止上市 停牌 停产 暂停生产 停工 事故 爆炸 火灾 召回 污染 预亏 首亏 续亏 预减 亏损 转亏 巨亏
不及预期 低于预期 逊于预期 爆雷 暴雷 减值 商誉减值 会计差错更正 更正年度 差错更正 保留意见 无法表示意见 否定意见
未达主要终点 未达到主要终点 临床失败 终止筹划 终止重组 终止收购 终止合作 加息 收紧 紧缩 加征 关税 制裁 禁令 反倾销
反垄断 集采 限产 产能过剩 价格战 供过于求 需求疲软 疲软 低迷 衰退 收缩区间 下行压力 恶化 利空 跌停 大跌 暴跌 重挫
走弱 领跌 创新低 历史新低 调出 剔除 被剔除 辞职 离职 被查 失联 被留置 裁员 挤压 流失 丢失 断供 做空 下调 增发 定增
配股 摊薄 转负 拖累 泄露 黑客 传闻 强制措施 刑事 拘留 被捕 减仓 抛售 出逃 赎回 净赎回 终止与 解除合同 合同终止
取消订单 砍单 退货 平淡 低于市场预期 略低于 逊色 跌破 高企 积压 滞销 承压 阴影 隐忧 担忧 担心 恐慌 警告 示警 预警
提示风险 风险提示 交易风险 叫停 受阻 搁浅 流产 告吹 失败 撤回 未获通过 未通过 被否 不予 吊销 查封 扣押 限制消费
被执行 资金占用 违规担保 虚增 追溯调整 下修 腰斩 缩水 亏空 缺口 缺货 短缺 中断 瘫痪 宕机 裁撤 关闭门店 关店 关停
歇业 欠薪 罢工 集体诉讼 列入实体清单 实体清单 出口管制 限制出口 脱钩 低价倾销 内卷 萎靡 寒冬 触底 下挫 跳水 闪崩
破发 破净 弃购 逾期未 展期 负面 评级展望负面 信任危机 造谣 质疑 责令整改 整改 卖出 降价 过高 受冲击 冲击 不升反降
由正转负
""".split()  # noqa: SIM905
STRONG = frozenset(
    """
    bankruptcy default delisted delisting fraud insolvency scandal 否定意见 失联 暴雷 爆雷 破产 立案 终止上市
    资不抵债 违约 退市 造假
    """.split()  # noqa: SIM905
)
# What is bad when it rises and good when it falls, and the other way round.
BURDENS_ZH = (
    r"成本|费用率|费用|库存|存货|债务|负债率|负债|不良率|坏账|失业率|亏损|降幅|跌幅|通胀压力|通胀|CPI|PPI|物价|风险|"
    r"压力|质押比例|政策利率|(?<![毛净])利率|存款准备金率|准备金率|LPR|关税|逾期率"
)
BLESSINGS_ZH = (
    r"营业收入|营收|收入|归母净利润|净利润|净利|利润|业绩|毛利率|净利率|增速|涨幅|需求|销量|销售|订单|产量|出口|消费|"
    r"市场份额|份额|现金流|价格|景气度|零售总额|投资|评级|目标价|股息|盈利能力|盈利|估值|股价|客流|出货量|PMI|GDP|"
    r"在手合同|信心"
)
UP_ZH = (
    r"上升|增长|增加|提高|提升|上涨|回升|改善|扩大|走高|攀升|大增|激增|翻倍|反弹|创新高|上调|转正|饱满|超预期|加速|"
    r"走强|旺盛|向好|增厚|升至"
)
DOWN_ZH = (
    r"下降|下滑|减少|降低|下跌|回落|收窄|放缓|走低|萎缩|骤降|大降|恶化|创新低|下调|转负|流失|不及预期|低于预期|缓解|"
    r"走弱|疲软|承压|降至"
)
RAISE_ZH = r"上调|提高|调高|增加|抬升|加征"
LOWER_ZH = r"下调|降低|调低|削减|减少|缩减|取消|减免"

GOOD_EN = (
    r"beats?|tops? (?:estimates|expectations|forecasts?)|better[- ]than[- ]expected|above expectations|"
    r"record (?:quarter|profit|revenue|sales|high|earnings|orders)|raises? (?:guidance|outlook|forecast)|upgrad\w+|"
    r"outperform|overweight|buy rating|buybacks?|repurchas\w+|"
    r"(?:special |quarterly |cash |interim |raises? |a )dividend|wins?|won|awarded|secures?|approv\w+|clearance|"
    r"breakthrough|partnership|expands? capacity|expansion|surging|strong|robust|solid|upbeat|rebounds?|recover\w*|"
    r"rall(?:y|ies|ied)|jumps?|soars?|surges?|turns? (?:a )?profit|swings? to (?:a )?(?:quarterly )?profit|"
    r"return(?:s|ed) to profit|subsid\w+|tax cuts?|stimulus|rate cuts?|easing|joins? (?:the )?[\w ]*index|"
    r"all[- ]time high|record high|new high|(?:reach\w*|hits?|at) (?:a )?record|shows? promise|promising|"
    r"positive (?:results|data|trial)|launch\w*|unveils?|debuts?|rolls? out|takes? (?:a )?stake|stake in|"
    r"activist investor|strategic investment|invests? in|supply (?:deal|agreement)|"
    r"(?:multi-year|long-term) (?:deal|contract|agreement)|lands|clinch\w*|inks?|tax (?:credit|break)s?|incentives?|"
    r"deregulat\w*|relaxes?|lifts? (?:ban|restrictions|curbs)|eases? (?:rules|curbs)|ahead of schedule|milestone|"
    r"exceeds?|exceeded|outpac\w*|accelerat\w+|bullish|optimis\w+|dividend (?:increase\w*|hike)|"
    r"(?:increases?|hikes?|boosts?|lifts?) (?:its )?(?:quarterly )?dividend|"
    r"lawsuit (?:is )?(?:settled|dismissed|dropped)|debt[- ]free|pays? down debt|profitable|affirms?|surprise profit|"
    r"repays?|investment grade|backlog|inflows?|patent granted|granted (?:a )?patent|stock split|[\w-]+-for-\w+ split|"
    r"(?:added to|to join) (?:the )?[\w ]*index|insiders? (?:buy|bought|purchase)\w*|refinanc\w+|settles?|"
    r"resumes? trading"
)
BAD_EN = (
    r"miss(?:es|ed)?|worse[- ]than[- ]expected|below expectations|disappoint\w*|profit warning|downgrad\w+|"
    r"underperform|underweight|sell rating|cuts? (?:guidance|outlook|forecast|jobs|dividend)|suspends?|halts?|delays?|"
    r"recalls?|recalled|defects?|probes?|investigat\w+|subpoena\w*|fraud|scandal|lawsuits?|sued|sues|litigation|"
    r"infring\w+|fined?|penalt\w+|sanctions?|bans?|banned|tariffs?|antitrust|default\w*|bankrupt\w*|insolven\w+|"
    r"delist\w*|breach\w*|hack\w*|steal|stolen|fails?(?! to)|failed(?! to)|failure|collapses?|collapsed|plunges?|"
    r"plunged|slumps?|slumped|tumbles?|tumbled|drops?|dropped|sinks?|sank|slides?|weak\w*|sluggish|soft demand|"
    r"contracts? for|contraction|recession|slowdown|tightening|glut|oversupply|price war|layoffs?|lays? off|"
    r"write[- ]?downs?|impairments?|restat\w+|going concern|junk|dilut\w+|secondary offering|"
    r"(?:share|stock) (?:sale|offering)|insiders? (?:sell|sold)\w*|steps? down|resigns?|ousted|"
    r"swings? to (?:a )?(?:quarterly |net )?loss|net loss|losses|strike|explosion|accident|removed from|"
    r"leaves? (?:the )?[\w ]*index|special treatment|short[- ]seller|threaten\w*|warns?|warning|outflows?|chapter 11|"
    r"files? for (?:bankruptcy|protection)|creditors?|block(?:s|ed)?|veto\w*|rules? against|loses?|lost|bad loans|"
    r"sets? aside|provisions?|charge-offs?|cancel\w*|outages?|disrupt\w*|shortages?|shut\w*|closes? (?:stores|plants)|"
    r"store closures|job cuts|cuts? [\d,]+ jobs|two-year low|record low|all[- ]time low|\w+-year low|new low|alleg\w+|"
    r"inflated|misconduct|misstat\w+|whistleblower|raid\w*|arrest\w*|indict\w*|charged with|cyberattack|ransomware|"
    r"safety concerns?|side effects?|clinical hold|rejects?|rejected|turns? down|withdraws?|scraps?|abandons?|shelves|"
    r"pauses?|trims? spending|headwinds?|pressure\w*|concerns?|fears?|worr\w+|uncertaint\w+|bearish|pessimis\w+|"
    r"overvalued|curbs?|crackdown|export controls|blacklist\w*|trade war|deflation|stagflation|crisis|sell-?off|"
    r"late filing|misses? a deadline|dilutive|cash burn|covenant|stalls?|stalled|dump\w*|slips?|slipped|"
    r"turns? negative|snags?|exposes?|delayed|shrinks? again"
)
BURDENS_EN = (
    r"costs?|expenses?|debt|inventor(?:y|ies)|unemployment|jobless claims|loss(?:es)?|inflation|interest rates?|"
    r"policy rate|rates?|deficits?|tariffs?|default rates?|churn|yields?"
)
BLESSINGS_EN = (
    r"revenues?|sales|profits?|earnings|income|eps|margins?|demand|orders?|exports?|growth|output|production|shares?|"
    r"stock|guidance|outlook|forecasts?|dividends?|activity|traffic|market share|bookings|confidence|pmi|gdp|"
    r"price target"
)
UP_EN = (
    r"rises?|rose|rising|grows?|grew|increas\w+|jump\w*|climb\w*|surg\w+|widen\w*|expand\w*|accelerat\w+|"
    r"rais(?:e|es|ed|ing)|hikes?|hiked|improv\w+|doubl\w+|up|soar\w*|gain\w*|higher"
)
DOWN_EN = (
    r"falls?|fell|falling|declin\w+|drop\w*|eas(?:e|es|ed|ing)|narrow\w*|shrinks?|shrank|cuts?|slow\w*|cool\w*|"
    r"lower\w*|slump\w*|contract(?:s|ed|ing)?|down|reduc\w+|weaken\w*|plung\w+|slid\w*|decreas\w+|trims?|slash\w*"
)
# A move of what is on neither list counts as what it says by itself.
BARE_UP_ZH = """
增长 大增 激增 提速 加快 加速 上升 上涨 攀升 提升 走高 高涨 翻番 旺盛 增厚 飙升 扩大
""".split()  # noqa: SIM905
BARE_DOWN_ZH = """
下降 下滑 下跌 回落 放缓 走低 萎缩 骤降 减少 收缩 缩减 停滞 锐减 滑落 减速
""".split()  # noqa: SIM905
BARE_UP_EN = r"up\s+\d[\d.]*|ris(?:e|es|ing)|rose|grow(?:s|ing)?|grew|climb\w*|expand\w*|increas\w+|gain\w*|improv\w+"
BARE_DOWN_EN = (
    r"down\s+\d[\d.]*|fall(?:s|ing)?|fell|declin\w+|decreas\w+|shrink\w*|shrank|slow(?:s|ed|ing)?|contract(?:ed|ing)|"
    r"lowered"
)
NOT_ZH = (
    r"不(?!断|仅|少|良|久|止|同|过|但|只|及|足|动)|未(?!来)|没有|没|并非|(?<!扣)非(?!经常|税|公开|洲)|否认|澄清|"
    r"无(?!人|线|形|论|疑|法)|避免|免于|驳回|撤销"
)
FAR_NOT_ZH = r"未收到|未发现|未发生|未受到|未出现|不存在|没有|否认|未涉及|不涉及|排除"
NOT_EN = (
    r"not|no|never|without|neither|fail(?:s|ed)? to|avoid(?:s|ed)?|avert(?:s|ed)?|den(?:y|ies|ied)|dismiss(?:es|ed)?|"
    r"reject(?:s|ed)?|unlikely to|rules? out|cleared of|drops? (?:probe|case)|ends?"
)
# Profit with a minus sign is a loss.
LOSS = r"净利润\s*(?:为)?\s*[-−]\s?\d|net (?:profit|income) (?:of )?(?:[A-Z]{3}|\$)?\s?[-−]\s?\d"
