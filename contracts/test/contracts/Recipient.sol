// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// A contract that is paid in native money.
contract Recipient {
    enum Mood {
        Accepts,
        Refuses,
        BurnsGas,
        Bombs,
        Writes, // as a smart wallet that keeps books: two new slots
        Calls
    }

    Mood public mood;
    address private target;
    bytes private data;
    bool public called;
    bytes public answer;
    uint256[] private received;

    function setMood(Mood now_) external {
        mood = now_;
    }

    function setCall(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    /// So that a contract can be operator or owner.
    function execute(address to, bytes calldata what) external payable {
        (bool ok, ) = to.call{value: msg.value}(what);
        require(ok);
    }

    receive() external payable {
        require(mood != Mood.Refuses);
        if (mood == Mood.BurnsGas) while (true) {}
        if (mood == Mood.Bombs) {
            assembly {
                return(0, 100000)
            }
        }
        if (mood == Mood.Writes) received.push(msg.value);
        if (mood == Mood.Calls) {
            (bool ok, bytes memory what) = target.call(data);
            // Shows what came of it without needing the gas for a slot.
            assembly {
                log1(add(what, 32), mload(what), ok)
            }
        }
    }
}
