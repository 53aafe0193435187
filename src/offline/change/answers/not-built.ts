import "server-only";

/** Wishes whose words other readers would take for something else. */
export const alwaysUnsupported =
  /^(?:only show|show (?:me |us )?(?:only|just))\b|^(?:on|in) the [\w ]+ (?:page|list) (?:only )?show only\b|\bpage\b.{0,20}\b(?:with|of|for|showing|that shows?|which shows?|listing|(?:that|which) (?:has|have|lists?|holds?|contains?)|where (?:i|we|you) see) (?:just|only)\b|\bpage (?:of|with|for) (?:all )?(?:the |our |my )?[\w-]+ (?:that|which|who) (?:are|aren't|is|isn't|were|have|haven't|has|hasn't)\b|\b(?:list|page|table|overview) (?:of|with|for) (?:all )?(?:the |our |my )?[\w -]+? (?:(?:of|from|in|for) )?(?:this|next|last|the current|the coming) (?:year|month|week|season)\b|\b(?:list|page|table|overview)\b.* (?:of|for|from) (?:today|tomorrow)\b|\b(?:list|page|table|overview) (?:of|with|for) (?:today|tomorrow)'s\b/i;
/** "everybody sees only the tasks assigned to him": a name in a field is nobody's account. */
export const assignedOnly =
  /\b(?:sees?|views?|reads?|edits?|changes?|access)\b.*\bassigned to (?:him|her|them|me|himself|herself|themselves|you)\b/i;
/** "can it look at the picture and tell us by itself": sight and hearing need a model. */
export const senses =
  /^(?:can|could|should|would|will|make|let|i want|we want) (?:it|the app|this app|the system)\b.*\b(?:cameras?|x-?rays?|pictures?|photos?|voices?|by itself|on its own|automatically|recogni[sz]e|detect|listen|watch|scan)\b/i;
/** "could it mail the customer?": no question, and no words of a right. */
export const sends =
  /^(?:can|could|would|will|should) (?:it|the app|this app|the system) (?:please |also |then )?(?:send|mail|e-?mail|notify|remind|text|message|alert|warn|inform)\b/i;
/** "members can only book 3 classes per week". */
export const howOften =
  /\b(?:can|may|should|must)(?: only| each)? \w+ (?:only |at most |no more than |up to |max(?:imum)? )?(?:\d+|one|two|three|four|five|once|twice)(?: [\w-]+){0,2} (?:per|a|each|every) (?:day|week|month|year)\b/i;
/** "add a second barber called Ali": a row, which is typed. */
export const ownRow =
  /^(?:please )?add (?:another|an?|one more|a (?:second|third|fourth|new)|the) (?!.*\b(?:page|table|field|column|view|chart|option|tab|list|calendar|board|dropdown|checkbox|form|section|role|button|theme)\b)(?:second |third |new )?[a-z]+(?: [a-z]+)? (?:called|named) [A-Z"“][\w"”-]*(?: [A-Z][\w-]*)?$/;
/** "customers get a confirmation email". */
export const getsMail =
  /\b(?:gets?|receives?|(?:are|is|be) sent) (?:an? |the )?(?:[\w-]+ ){0,2}(?:e-?mails?|mails?|sms|text messages?|push notifications?|notifications?|reminders?)\b/i;
/** "make the letters bigger". */
export const textSize =
  /\b(?:letters?|texts?|writing|fonts?|type)(?: size)? (?:much |a bit |a little )?(?:bigger|larger|smaller)\b|\b(?:bigger|larger|smaller) (?:letters?|texts?|writing|fonts?|type)\b/i;

/** "split expenses with my wife". */
export const sharing = /^(?:please )?(?:split|divide|share) (?:the |my |our |all )?(?:costs?|expenses?|bills?|rent)\b/i;
/** "thin borders", "make the lines thicker". */
export const borderWidth =
  /\b(?:thin|thinner|thick|thicker|fine|finer|hairline|heavy|heavier|no|without|fewer) (?:borders?|lines|outlines?|frames?)\b|\b(?:borders?|lines|outlines?|frames?) (?:much |a bit |a little |should be |are )?(?:thin|thinner|thick|thicker)\b/i;

/** "required only when status is ready". */
export const sometimesRequired =
  /\b(?:required|mandatory|compulsory|obligatory|filled in)\b.*\b(?:when|if|unless|once|as soon as)\b(?! (?:you|possible|nothing|nobody))/i;

/** "a waiver checkbox that must be ticked". */
export const mustBeTicked =
  /,? (?:(?:that|which|and (?:it|they)|it|they) )?(?:must|has to|have to|needs? to|should) (?:always )?be (?:ticked|checked|accepted|agreed to)(?: (?:before|to|when|by|in order) .*)?$/i;

/** "loans last two weeks", "due date is 14 days after the loan": a date that is computed. */
const dateAfter =
  /^(?!.*\b(?:red|orange|yellow|green|colou?r\w*|highlight\w*|mark|chart|graph|older|overdue|show|list|sort)\b).*\b(?:lasts?|due|expires?|runs? out|ends?|returned?|returns?|deadline|renew\w*|valid|default (?:[\w ]*\b)?(?:date|day|deadline|due))\b.*\b(?:\d+|an?|one|two|three|four|five|six|seven|eight|ten|twelve|fourteen|thirty|ninety) (?:days?|weeks?|months?|years?)\b(?! ago)/i;

/** "shift calendar on the home page": what is shown, and in which view. */
export const viewOnHome =
  /^(?!.*\b(?:remove|delete|hide|don't|first)\b)(.*\b(calendar|board|kanban|gallery)\b.*) (?:on|to|onto|in|into) (?:the |my |our )?(?:home ?page|home|dashboard|start ?page|front ?page|overview(?: page)?|landing page)$/i;

/** "no double bookings": two rows of one time, and no value that stands once. */
export const doubleBooking = /\bdouble[- ]?book(?:ed|ings?)?\b|\bbooked twice\b/i;

/** "tickets older than 7 days in red": how long ago a day was. */
const olderInColor =
  /^(?!.*\b(?:and|but)\b)(?=.*\b(?:older|newer|more|longer|over|within|less) (?:than )?(?:the (?:last|next) )?(?:\d+|an?|one|two|three) (?:days?|weeks?|months?|years?|hours?)\b).*\b(?:red|orange|yellow|gr[ae]y|green|blue|pink|purple|colou?r\w*|highlight\w*|bold|mark(?:ed)?)\b/i;

export const sideBySide = /\b(?:next to|beside|alongside) (?:each other|one another)\b|\bside by side\b/i;

/** "a function that sends an sms, with a secret TWILIO_KEY". */
export const serverCode =
  /^(?:(?:please )?(?:add|write|make|create|build|give me|set up)|(?:i|we) (?:also )?(?:want|need))?\s*(?:an? |the |some )?(?:(?:new|backend|back-end|serverless|server|cloud|edge|scheduled) )*(?:functions?|webhooks?|cron ?jobs?|(?:rest )?api (?:endpoints?|routes?)|endpoints?) (?:that|which|to|called|named|with|for|every)\b/i;
/** "add roles admin and viewer", which are given to people and are no field. */
export const rolesOnly =
  /^(?:please )?(?:add|create|make|define|introduce|set up|i need|we need|i want|we want) (?:the |some |two |three |user |new |different )*roles?(?: (?:for|called|named|like|such as))?:? (?:an? |the )?"?(?:admins?|administrators?|viewers?|editors?|managers?|users?|members?|guests?|owners?|moderators?|staff|employees?|teachers?|students?)\b/i;

/** What `plainMessage` makes of "add three athletes: Pia Kern (kids), Tom Wolf (youth)". */
export const ownRows = / with values of their own$/i;

/** "soft delete tickets", "add an index on tag": how rows are stored, and nothing that is seen of them. */
export const ofStorage =
  /^(?:(?:please )?(?:use|enable|add|make|do|implement|turn on) )?(?:an? )?(?:soft[- ]?delet\w+|hard[- ]?delet\w+)\b|^(?:add|create|make|put) (?:an? |the )?(?:db |database |unique |composite )?(?:index|indices|indexes|trigger|stored procedure|materiali[sz]ed view|partition)\b|^(?:deprecate|vacuum|normali[sz]e|denormali[sz]e|shard)\b/i;
/** "cancelled ones crossed out". */
export const struckOut =
  /\b(?:crossed|struck|strike|striked)[- ]?(?:out|through)\b|\bstrike-?through\b|\bcross(?:es)? (?:them|it|those) out\b/i;
/** "phone or email, one of both must be there": a duty of two fields together. */
export const eitherRequired =
  /^(?=.*\b(?:must|has to|have to|should|required|needed|filled)\b).*\b(?:at least )?one of (?:both|the two|them|these|those)\b|^either .+ or .+ (?:must|has to|have to|is required|needs? to)\b/i;

/** "where you add a helper the button should say "Count me in"": no question, and no name of the app. */
export const buttonSays = /\bbuttons? (?:should|must|to) (?:say|read)\b/i;

/** "show 20 boats per page", "paginate the list". */
export const perPage = /\b\d+ (?:[\w-]+ )?(?:per|on each|on every|on one) page\b|\bpaginat(?:ion|ed?|ing)\b/i;

/** "add a login": people sign in on the published app, whatever it keeps. */
export const signingIn =
  /^(?!.*\b(?:can|could|may|should|must|allowed|able|let)\b.*\b(?:see|view|read|add|enter|edit|change|delete|visible)\b).*\b(?<!without (?:an? |any )?)(?:log ?in|sign[- ]?(?:up|in)|authentication|auth|accounts?|user roles?)\b/i;

/** The last of these, with the reason why nobody builds them. */
export const neverBuilt: [RegExp, string][] = [
  [
    doubleBooking,
    "A page for bookings refuses two of the same time already, for each table, room or person that is booked; elsewhere I cannot say that two rows exclude each other.",
  ],
  [olderInColor, "A date can colour rows once it has passed; how many days ago it was cannot."],
  [dateAfter, "A date can start empty or as today; I compute no date from another one, nor from today."],
];
