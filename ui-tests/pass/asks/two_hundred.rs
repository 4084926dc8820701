use mrtr_runtime::prelude::*;

#[mrtr_tool(max_requests = 32, allow(many_asks))]
#[rustfmt::skip]
async fn survey() -> Result<u32, Refused> {
    macro_rules! sum {
        ($($ask:expr),*) => { 0 $(+ $ask.await?)* };
    }
    Ok(sum!(
        ask_elicit!(u32, "0?"), ask_elicit!(u32, "1?"), ask_elicit!(u32, "2?"), ask_elicit!(u32, "3?"), ask_elicit!(u32, "4?"), ask_elicit!(u32, "5?"), ask_elicit!(u32, "6?"), ask_elicit!(u32, "7?"), ask_elicit!(u32, "8?"), ask_elicit!(u32, "9?"),
        ask_elicit!(u32, "10?"), ask_elicit!(u32, "11?"), ask_elicit!(u32, "12?"), ask_elicit!(u32, "13?"), ask_elicit!(u32, "14?"), ask_elicit!(u32, "15?"), ask_elicit!(u32, "16?"), ask_elicit!(u32, "17?"), ask_elicit!(u32, "18?"), ask_elicit!(u32, "19?"),
        ask_elicit!(u32, "20?"), ask_elicit!(u32, "21?"), ask_elicit!(u32, "22?"), ask_elicit!(u32, "23?"), ask_elicit!(u32, "24?"), ask_elicit!(u32, "25?"), ask_elicit!(u32, "26?"), ask_elicit!(u32, "27?"), ask_elicit!(u32, "28?"), ask_elicit!(u32, "29?"),
        ask_elicit!(u32, "30?"), ask_elicit!(u32, "31?"), ask_elicit!(u32, "32?"), ask_elicit!(u32, "33?"), ask_elicit!(u32, "34?"), ask_elicit!(u32, "35?"), ask_elicit!(u32, "36?"), ask_elicit!(u32, "37?"), ask_elicit!(u32, "38?"), ask_elicit!(u32, "39?"),
        ask_elicit!(u32, "40?"), ask_elicit!(u32, "41?"), ask_elicit!(u32, "42?"), ask_elicit!(u32, "43?"), ask_elicit!(u32, "44?"), ask_elicit!(u32, "45?"), ask_elicit!(u32, "46?"), ask_elicit!(u32, "47?"), ask_elicit!(u32, "48?"), ask_elicit!(u32, "49?"),
        ask_elicit!(u32, "50?"), ask_elicit!(u32, "51?"), ask_elicit!(u32, "52?"), ask_elicit!(u32, "53?"), ask_elicit!(u32, "54?"), ask_elicit!(u32, "55?"), ask_elicit!(u32, "56?"), ask_elicit!(u32, "57?"), ask_elicit!(u32, "58?"), ask_elicit!(u32, "59?"),
        ask_elicit!(u32, "60?"), ask_elicit!(u32, "61?"), ask_elicit!(u32, "62?"), ask_elicit!(u32, "63?"), ask_elicit!(u32, "64?"), ask_elicit!(u32, "65?"), ask_elicit!(u32, "66?"), ask_elicit!(u32, "67?"), ask_elicit!(u32, "68?"), ask_elicit!(u32, "69?"),
        ask_elicit!(u32, "70?"), ask_elicit!(u32, "71?"), ask_elicit!(u32, "72?"), ask_elicit!(u32, "73?"), ask_elicit!(u32, "74?"), ask_elicit!(u32, "75?"), ask_elicit!(u32, "76?"), ask_elicit!(u32, "77?"), ask_elicit!(u32, "78?"), ask_elicit!(u32, "79?"),
        ask_elicit!(u32, "80?"), ask_elicit!(u32, "81?"), ask_elicit!(u32, "82?"), ask_elicit!(u32, "83?"), ask_elicit!(u32, "84?"), ask_elicit!(u32, "85?"), ask_elicit!(u32, "86?"), ask_elicit!(u32, "87?"), ask_elicit!(u32, "88?"), ask_elicit!(u32, "89?"),
        ask_elicit!(u32, "90?"), ask_elicit!(u32, "91?"), ask_elicit!(u32, "92?"), ask_elicit!(u32, "93?"), ask_elicit!(u32, "94?"), ask_elicit!(u32, "95?"), ask_elicit!(u32, "96?"), ask_elicit!(u32, "97?"), ask_elicit!(u32, "98?"), ask_elicit!(u32, "99?"),
        ask_elicit!(u32, "100?"), ask_elicit!(u32, "101?"), ask_elicit!(u32, "102?"), ask_elicit!(u32, "103?"), ask_elicit!(u32, "104?"), ask_elicit!(u32, "105?"), ask_elicit!(u32, "106?"), ask_elicit!(u32, "107?"), ask_elicit!(u32, "108?"), ask_elicit!(u32, "109?"),
        ask_elicit!(u32, "110?"), ask_elicit!(u32, "111?"), ask_elicit!(u32, "112?"), ask_elicit!(u32, "113?"), ask_elicit!(u32, "114?"), ask_elicit!(u32, "115?"), ask_elicit!(u32, "116?"), ask_elicit!(u32, "117?"), ask_elicit!(u32, "118?"), ask_elicit!(u32, "119?"),
        ask_elicit!(u32, "120?"), ask_elicit!(u32, "121?"), ask_elicit!(u32, "122?"), ask_elicit!(u32, "123?"), ask_elicit!(u32, "124?"), ask_elicit!(u32, "125?"), ask_elicit!(u32, "126?"), ask_elicit!(u32, "127?"), ask_elicit!(u32, "128?"), ask_elicit!(u32, "129?"),
        ask_elicit!(u32, "130?"), ask_elicit!(u32, "131?"), ask_elicit!(u32, "132?"), ask_elicit!(u32, "133?"), ask_elicit!(u32, "134?"), ask_elicit!(u32, "135?"), ask_elicit!(u32, "136?"), ask_elicit!(u32, "137?"), ask_elicit!(u32, "138?"), ask_elicit!(u32, "139?"),
        ask_elicit!(u32, "140?"), ask_elicit!(u32, "141?"), ask_elicit!(u32, "142?"), ask_elicit!(u32, "143?"), ask_elicit!(u32, "144?"), ask_elicit!(u32, "145?"), ask_elicit!(u32, "146?"), ask_elicit!(u32, "147?"), ask_elicit!(u32, "148?"), ask_elicit!(u32, "149?"),
        ask_elicit!(u32, "150?"), ask_elicit!(u32, "151?"), ask_elicit!(u32, "152?"), ask_elicit!(u32, "153?"), ask_elicit!(u32, "154?"), ask_elicit!(u32, "155?"), ask_elicit!(u32, "156?"), ask_elicit!(u32, "157?"), ask_elicit!(u32, "158?"), ask_elicit!(u32, "159?"),
        ask_elicit!(u32, "160?"), ask_elicit!(u32, "161?"), ask_elicit!(u32, "162?"), ask_elicit!(u32, "163?"), ask_elicit!(u32, "164?"), ask_elicit!(u32, "165?"), ask_elicit!(u32, "166?"), ask_elicit!(u32, "167?"), ask_elicit!(u32, "168?"), ask_elicit!(u32, "169?"),
        ask_elicit!(u32, "170?"), ask_elicit!(u32, "171?"), ask_elicit!(u32, "172?"), ask_elicit!(u32, "173?"), ask_elicit!(u32, "174?"), ask_elicit!(u32, "175?"), ask_elicit!(u32, "176?"), ask_elicit!(u32, "177?"), ask_elicit!(u32, "178?"), ask_elicit!(u32, "179?"),
        ask_elicit!(u32, "180?"), ask_elicit!(u32, "181?"), ask_elicit!(u32, "182?"), ask_elicit!(u32, "183?"), ask_elicit!(u32, "184?"), ask_elicit!(u32, "185?"), ask_elicit!(u32, "186?"), ask_elicit!(u32, "187?"), ask_elicit!(u32, "188?"), ask_elicit!(u32, "189?"),
        ask_elicit!(u32, "190?"), ask_elicit!(u32, "191?"), ask_elicit!(u32, "192?"), ask_elicit!(u32, "193?"), ask_elicit!(u32, "194?"), ask_elicit!(u32, "195?"), ask_elicit!(u32, "196?"), ask_elicit!(u32, "197?"), ask_elicit!(u32, "198?"), ask_elicit!(u32, "199?")
    ))
}
