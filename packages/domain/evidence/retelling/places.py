"""Places in Chinese and English: a retelling may not move an event to another one."""

import re
from collections.abc import Mapping
from functools import cache

# Chinese, and how English writes it; a slash parts spellings.
_PLACES = (
    "中国 china/chinese|欧洲 europe/european|北美 north america|南美 south america|亚洲 asia/asian|非洲 africa|"
    "中东 middle east|"
    "东南亚 southeast asia/south-east asia|美国 united states/u.s./american/federal|日本 japan/japanese|"
    "韩国 korea/korean|"
    "德国 germany/german|法国 france/french|英国 britain/british/u.k./united kingdom|意大利 italy/italian|"
    "西班牙 spain/spanish|"
    "荷兰 netherlands/dutch|瑞士 switzerland/swiss|瑞典 sweden/swedish|挪威 norway/norwegian|丹麦 denmark/danish|"
    "波兰 poland/polish|匈牙利 hungary/hungarian|俄罗斯 russia/russian|土耳其 turkey/turkish|印度 india/indian|"
    "越南 vietnam/vietnamese|泰国 thailand/thai|马来西亚 malaysia/malaysian|印尼 indonesia/indonesian|新加坡 singapore|"
    "菲律宾 philippines/philippine|澳大利亚 australia/australian|新西兰 new zealand|加拿大 canada/canadian|"
    "墨西哥 mexico/mexican|"
    "巴西 brazil/brazilian|智利 chile/chilean|阿根廷 argentina|沙特 saudi|阿联酋 uae/emirates|以色列 israel/israeli|"
    "埃及 egypt|"
    "欧盟 european union/eu|威尔士 wales/welsh|苏格兰 scotland/scottish|爱尔兰 ireland/irish|希腊 greece/greek|"
    "葡萄牙 portugal/portuguese|比利时 belgium/belgian|奥地利 austria/austrian|捷克 czech|芬兰 finland/finnish|"
    "乌克兰 ukraine/ukrainian|哈萨克斯坦 kazakhstan|巴基斯坦 pakistan|孟加拉 bangladesh|尼日利亚 nigeria|肯尼亚 kenya|"
    "秘鲁 peru/peruvian|哥伦比亚 colombia|卡塔尔 qatar|拉美 latin america|"
    "南非 south africa|摩洛哥 morocco|红海 red sea|黑海 black sea|苏伊士 suez|巴拿马 panama|地中海 mediterranean|"
    "北京 beijing|上海 shanghai|天津 tianjin|重庆 chongqing|香港 hong kong|澳门 macau/macao|台湾 taiwan|广州 guangzhou|"
    "深圳 shenzhen|珠海 zhuhai|佛山 foshan|东莞 dongguan|中山 zhongshan|惠州 huizhou|江门 jiangmen|汕头 shantou|"
    "湛江 zhanjiang|"
    "肇庆 zhaoqing|南京 nanjing|苏州 suzhou|无锡 wuxi|常州 changzhou|南通 nantong|扬州 yangzhou|镇江 zhenjiang|"
    "泰州 taizhou|"
    "盐城 yancheng|淮安 huai'an/huaian|徐州 xuzhou|连云港 lianyungang|宿迁 suqian|昆山 kunshan|杭州 hangzhou|"
    "宁波 ningbo|"
    "温州 wenzhou|嘉兴 jiaxing|湖州 huzhou|绍兴 shaoxing|金华 jinhua|衢州 quzhou|舟山 zhoushan|台州 taizhou|"
    "丽水 lishui|"
    "合肥 hefei|芜湖 wuhu|蚌埠 bengbu|滁州 chuzhou|马鞍山 ma'anshan/maanshan|安庆 anqing|铜陵 tongling|宣城 xuancheng|"
    "阜阳 fuyang|淮北 huaibei|福州 fuzhou|厦门 xiamen|泉州 quanzhou|漳州 zhangzhou|宁德 ningde|莆田 putian|"
    "龙岩 longyan|"
    "南昌 nanchang|赣州 ganzhou|九江 jiujiang|上饶 shangrao|宜春 yichun|济南 jinan|青岛 qingdao|烟台 yantai|"
    "潍坊 weifang|"
    "威海 weihai|淄博 zibo|临沂 linyi|济宁 jining|日照 rizhao|东营 dongying|德州 dezhou|滨州 binzhou|聊城 liaocheng|"
    "菏泽 heze|"
    "莱西 laixi|郑州 zhengzhou|洛阳 luoyang|开封 kaifeng|新乡 xinxiang|南阳 nanyang|许昌 xuchang|武汉 wuhan|"
    "宜昌 yichang|"
    "襄阳 xiangyang|荆州 jingzhou|黄石 huangshi|十堰 shiyan|长沙 changsha|株洲 zhuzhou|湘潭 xiangtan|岳阳 yueyang|"
    "衡阳 hengyang|"
    "常德 changde|成都 chengdu|绵阳 mianyang|宜宾 yibin|泸州 luzhou|德阳 deyang|乐山 leshan|贵阳 guiyang|遵义 zunyi|"
    "昆明 kunming|"
    "曲靖 qujing|西安 xi'an/xian|咸阳 xianyang|宝鸡 baoji|榆林 yulin|兰州 lanzhou|西宁 xining|银川 yinchuan|"
    "乌鲁木齐 urumqi|"
    "呼和浩特 hohhot|包头 baotou|鄂尔多斯 ordos|太原 taiyuan|大同 datong|石家庄 shijiazhuang|唐山 tangshan|"
    "保定 baoding|"
    "邯郸 handan|沧州 cangzhou|廊坊 langfang|沈阳 shenyang|大连 dalian|鞍山 anshan|营口 yingkou|长春 changchun|"
    "吉林 jilin|"
    "哈尔滨 harbin|大庆 daqing|齐齐哈尔 qiqihar|南宁 nanning|柳州 liuzhou|桂林 guilin|北海 beihai|海口 haikou|"
    "三亚 sanya|"
    "江苏 jiangsu|浙江 zhejiang|安徽 anhui|福建 fujian|江西 jiangxi|山东 shandong|河南 henan|湖北 hubei|湖南 hunan|"
    "广东 guangdong|"
    "广西 guangxi|海南 hainan|四川 sichuan|贵州 guizhou|云南 yunnan|陕西 shaanxi|甘肃 gansu|青海 qinghai|"
    "宁夏 ningxia|新疆 xinjiang|"
    "西藏 tibet|内蒙古 inner mongolia|山西 shanxi|河北 hebei|辽宁 liaoning|黑龙江 heilongjiang"
)
# A place inside of these is told by the wider one, and the other way round.
_WITHIN = {
    "欧洲": ("德国", "法国", "英国", "意大利", "西班牙", "荷兰", "瑞士", "瑞典", "挪威", "丹麦", "波兰", "匈牙利",
             "爱尔兰", "希腊", "葡萄牙", "比利时", "奥地利", "捷克", "芬兰", "欧盟"),
    "英国": ("威尔士", "苏格兰"),
    "欧盟": ("德国", "法国", "意大利", "西班牙", "荷兰", "瑞典", "丹麦", "波兰", "匈牙利", "爱尔兰", "希腊", "葡萄牙",
             "比利时", "奥地利", "捷克", "芬兰", "欧洲"),
    "拉美": ("巴西", "墨西哥", "智利", "阿根廷", "秘鲁", "哥伦比亚"),
    "北美": ("美国", "加拿大", "墨西哥"),
    "东南亚": ("越南", "泰国", "马来西亚", "印尼", "新加坡", "菲律宾"),
}


@cache
def _table() -> tuple[Mapping[str, frozenset[str]], re.Pattern[str]]:
    """Which places each spelling may mean, and the pattern that finds the spellings."""
    spellings: dict[str, set[str]] = {}
    for pair in _PLACES.split("|"):
        zh, _, english = pair.partition(" ")
        for word in (zh, *english.split("/")):
            spellings.setdefault(word, set()).add(zh)
    longest = sorted(spellings, key=len, reverse=True)
    words = "|".join(rf"\b{re.escape(word)}(?![a-z])" if word.isascii() else word for word in longest)
    return {word: frozenset(found) for word, found in spellings.items()}, re.compile(words, re.IGNORECASE)


def places_in(text: str) -> list[frozenset[str]]:
    """Each place that is named, as the places that its spelling may stand for."""
    spellings, pattern = _table()
    return [spellings[match.group().lower()] for match in pattern.finditer(text)]


def place_spans(text: str) -> list[tuple[int, int]]:
    _, pattern = _table()
    return [match.span() for match in pattern.finditer(text)]


def moved(text: str, document: str) -> bool:
    """Whether the text names a place that the document does not, while the document is at some other."""
    told = frozenset[str]().union(*places_in(document))
    wider = {around for around, inner in _WITHIN.items() if told & frozenset(inner)}
    inner = {one for around in told for one in _WITHIN.get(around, ())}
    known = told | wider | inner
    return bool(told) and any(not one & known for one in places_in(text))
