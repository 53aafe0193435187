import { CircleIcon } from "lucide-react";
import { RadioGroup as RadioPrimitive } from "radix-ui";
import { cn } from "@/lib/utils";

/** @param {React.ComponentProps<typeof RadioPrimitive.Root>} props */
function RadioGroup({ className, ...props }) {
  return <RadioPrimitive.Root className={cn("grid gap-3", className)} {...props} />;
}

/** @param {React.ComponentProps<typeof RadioPrimitive.Item>} props */
function RadioGroupItem({ className, ...props }) {
  return (
    <RadioPrimitive.Item
      className={cn(
        "aspect-square size-4 shrink-0 rounded-full border border-input text-primary outline-none focus-visible:ring-2 focus-visible:ring-ring disabled:opacity-50",
        className,
      )}
      {...props}
    >
      <RadioPrimitive.Indicator className="flex items-center justify-center">
        <CircleIcon className="size-2 fill-primary" />
      </RadioPrimitive.Indicator>
    </RadioPrimitive.Item>
  );
}

export { RadioGroup, RadioGroupItem };
