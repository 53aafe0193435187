import { inPlainWords } from "@/offline/rephrase/in-plain-words";
import { readFileSync } from "node:fs";
for (const l of readFileSync(process.argv[2]!, "utf8").split("\n").filter(Boolean)) { const p = inPlainWords(l); console.log(p === l ? `= ${l}` : `~ ${l}\n    ${p}`); }
